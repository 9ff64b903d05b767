"""The measurements work; what they measure is no test's business."""
