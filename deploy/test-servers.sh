#!/usr/bin/env bash
# Installs what the tests run against, from Debian's packages: Dovecot, Postfix, Chromium, openssl. Starts nothing.
# Usage: deploy/test-servers.sh
# Where that is not possible it says in one line what is left out; with CI=true that is an error.
set -eu

missing=()
need() { [ -e "$1" ] || missing+=("$2"); }
need /usr/lib/dovecot/imap dovecot-imapd
need /usr/lib/dovecot/lmtp dovecot-lmtpd
need /usr/lib/postfix/sbin/master postfix
need "$(command -v openssl || echo none)" openssl
need "$(command -v chromium || echo none)" chromium
# What drives the browser (Playwright's own node) wants it; Chromium does not.
need "$(find /usr/lib /lib -name libatomic.so.1 -print -quit 2>/dev/null || true)" libatomic1
[ ${#missing[@]} -gt 0 ] || exit 0

leave_out() {
  echo "test-servers: tests that need ${missing[*]} are left out: $1" >&2
  [ "${CI:-}" != true ] || exit 1
  exit 0
}
command -v apt-get >/dev/null || leave_out "there is no apt here to install them with"
[ "$(id -u)" = 0 ] || leave_out "only root may install them: sudo deploy/test-servers.sh"

log=$(mktemp)
policy=/usr/sbin/policy-rc.d
own_policy=
clean_up() {
  rm -f "$log"
  [ -z "$own_policy" ] || rm -f "$policy"
}
trap clean_up EXIT

# Packages ask this file whether they may start their services; one that is there already is somebody else's.
if [ ! -e "$policy" ]; then
  own_policy=yes
  printf '#!/bin/sh\nexit 101\n' >"$policy"
  chmod 755 "$policy"
fi

export DEBIAN_FRONTEND=noninteractive
case " ${missing[*]} " in
*" postfix "*) echo "postfix postfix/main_mailer_type select Local only" | debconf-set-selections ;;
esac

# --no-remove: Postfix must not drive out the mail server that this machine may have.
install() { apt-get install -y --no-install-recommends --no-remove "${missing[@]}" >"$log" 2>&1; }
echo "test-servers: installing ${missing[*]}" >&2
install || { apt-get update >"$log" 2>&1 && install; } ||
  leave_out "apt-get failed: $(grep -m 1 '^E:' "$log" || tail -n 1 "$log")"
