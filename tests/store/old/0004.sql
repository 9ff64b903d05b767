BEGIN TRANSACTION;
CREATE TABLE absence (
	id INTEGER NOT NULL, 
	player INTEGER NOT NULL, 
	"match" VARCHAR, 
	first BIGINT NOT NULL, 
	until BIGINT NOT NULL, 
	told BIGINT NOT NULL, 
	cancelled BIGINT, 
	CONSTRAINT pk_absence PRIMARY KEY (id), 
	CONSTRAINT fk_absence_match FOREIGN KEY("match") REFERENCES "match" (id), 
	CONSTRAINT fk_absence_player FOREIGN KEY(player) REFERENCES player (id)
);
INSERT INTO "absence" VALUES(1,1,NULL,1795089600123456,1795262400123456,1795003200123456,NULL);
CREATE TABLE address (
	canonical VARCHAR NOT NULL, 
	written VARCHAR NOT NULL, 
	player INTEGER NOT NULL, 
	added BIGINT NOT NULL, 
	confirmed BIGINT, 
	chosen BIGINT, 
	bouncing BIGINT, tried BIGINT, through BIGINT, 
	CONSTRAINT pk_address PRIMARY KEY (canonical), 
	CONSTRAINT fk_address_player FOREIGN KEY(player) REFERENCES player (id)
);
INSERT INTO "address" VALUES('anna@example.org','Anna <anna@example.org>',1,1795003200123456,1795003200123456,1795003200123456,NULL,NULL,NULL);
INSERT INTO "address" VALUES('bert@example.org','Bert <bert@example.org>',2,1795003200123456,1795003200123456,1795003200123456,NULL,NULL,NULL);
INSERT INTO "address" VALUES('carl@example.org','Carl <carl@example.org>',3,1795003200123456,1795003200123456,1795003200123456,NULL,NULL,NULL);
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0004');
CREATE TABLE applicant (
	"match" VARCHAR NOT NULL, 
	player INTEGER NOT NULL, 
	since BIGINT NOT NULL, 
	CONSTRAINT pk_applicant PRIMARY KEY ("match", player), 
	CONSTRAINT fk_applicant_match FOREIGN KEY("match") REFERENCES "match" (id), 
	CONSTRAINT fk_applicant_player FOREIGN KEY(player) REFERENCES player (id)
);
INSERT INTO "applicant" VALUES('00c0ffee00c0ffee',1,1795003200123456);
CREATE TABLE ballot (
	motion INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	choice VARCHAR NOT NULL, 
	at BIGINT NOT NULL, 
	CONSTRAINT pk_ballot PRIMARY KEY (motion, seat), 
	CONSTRAINT fk_ballot_motion FOREIGN KEY(motion) REFERENCES motion (id)
);
INSERT INTO "ballot" VALUES(1,0,'yes',1795003200123456);
CREATE TABLE confirmation (
	code VARCHAR NOT NULL, 
	kind VARCHAR NOT NULL, 
	address VARCHAR NOT NULL, 
	player INTEGER, 
	letter INTEGER, 
	facts JSON NOT NULL, 
	asked BIGINT NOT NULL, 
	expires BIGINT NOT NULL, 
	used BIGINT, 
	CONSTRAINT pk_confirmation PRIMARY KEY (code), 
	CONSTRAINT fk_confirmation_letter FOREIGN KEY(letter) REFERENCES letter (id), 
	CONSTRAINT fk_confirmation_player FOREIGN KEY(player) REFERENCES player (id)
);
INSERT INTO "confirmation" VALUES('c1','letter','x@example.org',NULL,NULL,'{}',1795003200123456,1795608000123456,NULL);
CREATE TABLE data_set (
	fingerprint VARCHAR NOT NULL, 
	game VARCHAR NOT NULL, 
	body BLOB NOT NULL, 
	overrides JSON NOT NULL, 
	kept BIGINT NOT NULL, 
	CONSTRAINT pk_data_set PRIMARY KEY (fingerprint)
);
INSERT INTO "data_set" VALUES('f1','ra',X'7B2273756E73223A317D','{}',1795003200123456);
CREATE TABLE deadline (
	id INTEGER NOT NULL, 
	"match" VARCHAR NOT NULL, 
	seat INTEGER NOT NULL, 
	decision INTEGER NOT NULL, 
	state VARCHAR NOT NULL, 
	made BIGINT NOT NULL, 
	started BIGINT, 
	due BIGINT, 
	told INTEGER NOT NULL, 
	remind BIGINT, 
	paused BIGINT, 
	ended BIGINT, wanted BIGINT, given INTEGER DEFAULT '0' NOT NULL, unreachable BIGINT, forgiven BIGINT, 
	CONSTRAINT pk_deadline PRIMARY KEY (id), 
	CONSTRAINT fk_deadline_match_seat FOREIGN KEY("match", seat) REFERENCES seat ("match", number), 
	CONSTRAINT fk_deadline_match FOREIGN KEY("match") REFERENCES "match" (id), 
	CONSTRAINT uq_deadline_match_seat_decision UNIQUE ("match", seat, decision)
);
INSERT INTO "deadline" VALUES(1,'00c0ffee00c0ffee',0,1,'running',1795003200123456,1795003200123456,1795176000123456,0,1795089600123456,NULL,NULL,1795176000123456,0,NULL,NULL);
CREATE TABLE epoch (
	"match" VARCHAR NOT NULL, 
	number INTEGER NOT NULL, 
	from_n INTEGER NOT NULL, 
	seed BLOB NOT NULL, 
	commitment VARCHAR NOT NULL, 
	entropy JSON NOT NULL, 
	opened BIGINT NOT NULL, 
	CONSTRAINT pk_epoch PRIMARY KEY ("match", number), 
	CONSTRAINT fk_epoch_match FOREIGN KEY("match") REFERENCES "match" (id)
);
INSERT INTO "epoch" VALUES('00c0ffee00c0ffee',0,0,X'000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F','8f87987354c0063a1d2114f2d019ea7a14fd44bbcdea246a9e4deb0180a1c10d','[]',1795003200123456);
CREATE TABLE event (
	"match" VARCHAR NOT NULL, 
	n INTEGER NOT NULL, 
	kind VARCHAR NOT NULL, 
	at BIGINT NOT NULL, 
	body BLOB NOT NULL, 
	nonce BLOB NOT NULL, 
	leaf BLOB NOT NULL, 
	CONSTRAINT pk_event PRIMARY KEY ("match", n), 
	CONSTRAINT fk_event_match FOREIGN KEY("match") REFERENCES "match" (id)
);
INSERT INTO "event" VALUES('00c0ffee00c0ffee',0,'start',1795003200123456,X'7B226174223A313739353030333230303132333435362C226B696E64223A227374617274222C226D61746368223A2230306330666665653030633066666565222C226E223A302C226F72646572223A227374617274222C226F7574636F6D6573223A5B5D7D',X'0000000000000000000000000000000000000000000000000000000000000000',X'E1FBF2CD4E94C3759996B84DAD95FA77D201270EED2A60C129D0E7FF23D525D6');
INSERT INTO "event" VALUES('00c0ffee00c0ffee',1,'order',1795003200123456,X'7B226174223A313739353030333230303132333435362C226B696E64223A226F72646572222C226D61746368223A2230306330666665653030633066666565222C226E223A312C226F72646572223A2264726177222C226F7574636F6D6573223A5B22676F6C64225D2C2273656174223A307D',X'0000000000000000000000000000000000000000000000000000000000000000',X'FBA21EF5B38F22F9EBC021BA0CD2E9FB10BF1E92100B9B1C8C511501D4EC17F3');
CREATE TABLE letter (
	id INTEGER NOT NULL, 
	account VARCHAR NOT NULL, 
	uidvalidity BIGINT NOT NULL, 
	uid BIGINT NOT NULL, 
	sha256 VARCHAR NOT NULL, 
	message_id VARCHAR, 
	content VARCHAR, 
	sender VARCHAR, 
	internaldate BIGINT NOT NULL, 
	received BIGINT NOT NULL, 
	size INTEGER NOT NULL, 
	verdict JSON NOT NULL, 
	state VARCHAR NOT NULL, 
	reason VARCHAR, 
	player INTEGER, 
	"match" VARCHAR, 
	seat INTEGER, 
	settled BIGINT, 
	folder VARCHAR, 
	moved BIGINT, 
	raw BLOB, 
	CONSTRAINT pk_letter PRIMARY KEY (id), 
	CONSTRAINT fk_letter_match_seat FOREIGN KEY("match", seat) REFERENCES seat ("match", number), 
	CONSTRAINT fk_letter_match FOREIGN KEY("match") REFERENCES "match" (id), 
	CONSTRAINT fk_letter_player FOREIGN KEY(player) REFERENCES player (id), 
	CONSTRAINT uq_letter_account_uidvalidity_uid UNIQUE (account, uidvalidity, uid)
);
INSERT INTO "letter" VALUES(1,'pbem@example.org',7,1,'b8b4aba0ad1aaca9d68ecd6bba879d6724fc54690be0931bbfea025465e64ebb','<b8b4aba0@example.org>',NULL,'anna@example.org',1795003200123456,1795003200123456,20,'{}','played',NULL,NULL,'00c0ffee00c0ffee',0,1795003200123456,'Played',NULL,X'46726F6D3A20616E6E610D0A0D0A647261770D0A');
CREATE TABLE mailbox (
	account VARCHAR NOT NULL, 
	uidvalidity BIGINT NOT NULL, 
	uid BIGINT NOT NULL, 
	fetched BIGINT, mended BIGINT, 
	CONSTRAINT pk_mailbox PRIMARY KEY (account)
);
INSERT INTO "mailbox" VALUES('pbem@example.org',7,1,1795003200123456,NULL);
CREATE TABLE "match" (
	id VARCHAR NOT NULL, 
	game VARCHAR NOT NULL, 
	rules INTEGER NOT NULL, 
	options JSON NOT NULL, 
	data VARCHAR NOT NULL, 
	status VARCHAR NOT NULL, 
	clock JSON NOT NULL, 
	settings JSON NOT NULL, 
	organiser INTEGER, 
	created BIGINT NOT NULL, 
	started BIGINT, 
	ended BIGINT, 
	result JSON, think_from INTEGER, think_until BIGINT, 
	CONSTRAINT pk_match PRIMARY KEY (id), 
	CONSTRAINT fk_match_data FOREIGN KEY(data) REFERENCES data_set (fingerprint), 
	CONSTRAINT fk_match_organiser FOREIGN KEY(organiser) REFERENCES player (id)
);
INSERT INTO "match" VALUES('00c0ffee00c0ffee','ra',1,'{"short": true}','f1','running','{"move": 172800}','{}',NULL,1795003200123456,1795003200123456,NULL,'null',NULL,NULL);
CREATE TABLE motion (
	id INTEGER NOT NULL, 
	"match" VARCHAR NOT NULL, 
	kind VARCHAR NOT NULL, 
	facts JSON NOT NULL, 
	seat INTEGER NOT NULL, 
	secret BOOLEAN NOT NULL, 
	opened BIGINT NOT NULL, 
	closes BIGINT NOT NULL, 
	state VARCHAR NOT NULL, 
	CONSTRAINT pk_motion PRIMARY KEY (id), 
	CONSTRAINT fk_motion_match FOREIGN KEY("match") REFERENCES "match" (id)
);
INSERT INTO "motion" VALUES(1,'00c0ffee00c0ffee','pause','{}',0,0,1795003200123456,1795262400123456,'open');
CREATE TABLE mute (
	"match" VARCHAR NOT NULL, 
	player INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	since BIGINT NOT NULL, 
	CONSTRAINT pk_mute PRIMARY KEY ("match", player, seat), 
	CONSTRAINT fk_mute_match FOREIGN KEY("match") REFERENCES "match" (id), 
	CONSTRAINT fk_mute_player FOREIGN KEY(player) REFERENCES player (id)
);
INSERT INTO "mute" VALUES('00c0ffee00c0ffee',1,1,1795003200123456);
CREATE TABLE notice (
	id INTEGER NOT NULL, 
	kind VARCHAR NOT NULL, 
	about VARCHAR NOT NULL, 
	facts JSON NOT NULL, 
	times INTEGER NOT NULL, 
	first BIGINT NOT NULL, 
	last BIGINT NOT NULL, 
	told BIGINT, 
	CONSTRAINT pk_notice PRIMARY KEY (id)
);
INSERT INTO "notice" VALUES(1,'shunted','1','{"letter": 1}',1,1795003200123456,1795003200123456,NULL);
CREATE TABLE observer (
	"match" VARCHAR NOT NULL, 
	player INTEGER NOT NULL, 
	reports VARCHAR NOT NULL, 
	since BIGINT NOT NULL, 
	told INTEGER NOT NULL, 
	next_report BIGINT, 
	CONSTRAINT pk_observer PRIMARY KEY ("match", player), 
	CONSTRAINT fk_observer_match FOREIGN KEY("match") REFERENCES "match" (id), 
	CONSTRAINT fk_observer_player FOREIGN KEY(player) REFERENCES player (id)
);
INSERT INTO "observer" VALUES('00c0ffee00c0ffee',1,'daily',1795003200123456,-1,NULL);
CREATE TABLE offer (
	id INTEGER NOT NULL, 
	"match" VARCHAR NOT NULL, 
	seat INTEGER NOT NULL, 
	player INTEGER NOT NULL, 
	made BIGINT NOT NULL, 
	expires BIGINT NOT NULL, 
	state VARCHAR NOT NULL, 
	CONSTRAINT pk_offer PRIMARY KEY (id), 
	CONSTRAINT fk_offer_match_seat FOREIGN KEY("match", seat) REFERENCES seat ("match", number), 
	CONSTRAINT fk_offer_player FOREIGN KEY(player) REFERENCES player (id)
);
INSERT INTO "offer" VALUES(1,'00c0ffee00c0ffee',1,1,1795003200123456,1795176000123456,'open');
CREATE TABLE opening (
	"match" VARCHAR NOT NULL, 
	code VARCHAR NOT NULL, 
	private BOOLEAN NOT NULL, 
	wants JSON NOT NULL, 
	expires BIGINT NOT NULL, 
	warned BIGINT, 
	ready_by BIGINT, 
	CONSTRAINT pk_opening PRIMARY KEY ("match"), 
	CONSTRAINT fk_opening_match FOREIGN KEY("match") REFERENCES "match" (id), 
	CONSTRAINT uq_opening_code UNIQUE (code)
);
INSERT INTO "opening" VALUES('00c0ffee00c0ffee','c0ffee',0,'{}',1796212800123456,NULL,NULL);
CREATE TABLE organiser (
	"match" VARCHAR NOT NULL, 
	player INTEGER NOT NULL, 
	since BIGINT NOT NULL, 
	CONSTRAINT pk_organiser PRIMARY KEY ("match", player), 
	CONSTRAINT fk_organiser_match FOREIGN KEY("match") REFERENCES "match" (id), 
	CONSTRAINT fk_organiser_player FOREIGN KEY(player) REFERENCES player (id)
);
INSERT INTO "organiser" VALUES('00c0ffee00c0ffee',1,1795003200123456);
CREATE TABLE outbox (
	id INTEGER NOT NULL, 
	message_id VARCHAR NOT NULL, 
	recipient VARCHAR NOT NULL, 
	player INTEGER, 
	"match" VARCHAR, 
	seat INTEGER, 
	kind VARCHAR NOT NULL, 
	since INTEGER, 
	n INTEGER, 
	decision INTEGER, 
	created BIGINT NOT NULL, 
	not_before BIGINT NOT NULL, 
	state VARCHAR NOT NULL, 
	tries INTEGER NOT NULL, 
	next_try BIGINT, 
	error VARCHAR, 
	superseded_by INTEGER, 
	accepted BIGINT, 
	facts BLOB NOT NULL, 
	rendered BLOB, 
	CONSTRAINT pk_outbox PRIMARY KEY (id), 
	CONSTRAINT fk_outbox_match_seat FOREIGN KEY("match", seat) REFERENCES seat ("match", number), 
	CONSTRAINT fk_outbox_match FOREIGN KEY("match") REFERENCES "match" (id), 
	CONSTRAINT fk_outbox_player FOREIGN KEY(player) REFERENCES player (id), 
	CONSTRAINT fk_outbox_superseded_by FOREIGN KEY(superseded_by) REFERENCES outbox (id), 
	CONSTRAINT uq_outbox_message_id UNIQUE (message_id)
);
INSERT INTO "outbox" VALUES(1,'<a@pbem.example.org>','anna@example.org',1,'00c0ffee00c0ffee',0,'report',0,1,1,1795003200123456,1795003200123456,'queued',0,1795003200123456,NULL,NULL,NULL,X'7B7D',NULL);
CREATE TABLE "plan" (
	"match" VARCHAR NOT NULL, 
	seat INTEGER NOT NULL, 
	player INTEGER NOT NULL, 
	lines JSON NOT NULL, 
	changed BIGINT NOT NULL, 
	CONSTRAINT pk_plan PRIMARY KEY ("match", seat), 
	CONSTRAINT fk_plan_match_seat FOREIGN KEY("match", seat) REFERENCES seat ("match", number), 
	CONSTRAINT fk_plan_player FOREIGN KEY(player) REFERENCES player (id)
);
INSERT INTO "plan" VALUES('00c0ffee00c0ffee',0,1,'[{"text": "draw", "moment": "1", "letter": "ab"}]',1795003200123456);
CREATE TABLE player (
	id INTEGER NOT NULL, 
	name VARCHAR NOT NULL, 
	folded VARCHAR NOT NULL, 
	language VARCHAR NOT NULL, 
	reports VARCHAR NOT NULL, 
	zone VARCHAR NOT NULL, 
	state VARCHAR NOT NULL, 
	joined BIGINT NOT NULL, 
	settings JSON NOT NULL, 
	CONSTRAINT pk_player PRIMARY KEY (id), 
	CONSTRAINT uq_player_folded UNIQUE (folded)
);
INSERT INTO "player" VALUES(1,'Anna','anna','en','turn','UTC','active',1795003200123456,'{}');
INSERT INTO "player" VALUES(2,'Bert','bert','en','turn','UTC','active',1795003200123456,'{}');
INSERT INTO "player" VALUES(3,'Carl','carl','en','turn','UTC','active',1795003200123456,'{}');
CREATE TABLE press (
	id INTEGER NOT NULL, 
	"match" VARCHAR NOT NULL, 
	kind VARCHAR NOT NULL, 
	player INTEGER, 
	seat INTEGER, 
	"to" JSON, 
	anonymous BOOLEAN NOT NULL, 
	body VARCHAR NOT NULL, 
	at BIGINT NOT NULL, 
	CONSTRAINT pk_press PRIMARY KEY (id), 
	CONSTRAINT fk_press_match FOREIGN KEY("match") REFERENCES "match" (id), 
	CONSTRAINT fk_press_player FOREIGN KEY(player) REFERENCES player (id)
);
INSERT INTO "press" VALUES(1,'00c0ffee00c0ffee','press',1,0,'null',0,'Good luck!',1795003200123456);
CREATE TABLE seat (
	"match" VARCHAR NOT NULL, 
	number INTEGER NOT NULL, 
	player INTEGER, 
	bot VARCHAR, 
	entropy BLOB NOT NULL, 
	since BIGINT NOT NULL, ready BIGINT, bank INTEGER, missed INTEGER DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_seat PRIMARY KEY ("match", number), 
	CONSTRAINT fk_seat_match FOREIGN KEY("match") REFERENCES "match" (id), 
	CONSTRAINT fk_seat_player FOREIGN KEY(player) REFERENCES player (id)
);
INSERT INTO "seat" VALUES('00c0ffee00c0ffee',0,1,NULL,X'',1795003200123456,NULL,NULL,0);
INSERT INTO "seat" VALUES('00c0ffee00c0ffee',1,2,NULL,X'',1795003200123456,NULL,NULL,0);
INSERT INTO "seat" VALUES('00c0ffee00c0ffee',2,3,NULL,X'',1795003200123456,NULL,NULL,0);
CREATE TABLE secret (
	name VARCHAR NOT NULL, 
	value BLOB NOT NULL, 
	made BIGINT NOT NULL, 
	CONSTRAINT pk_secret PRIMARY KEY (name)
);
INSERT INTO "secret" VALUES('tokens',X'0000000000000000000000000000000000000000000000000000000000000000',1795003200123456);
CREATE TABLE sent_list (
	message_id VARCHAR NOT NULL, 
	"match" VARCHAR NOT NULL, 
	seat INTEGER NOT NULL, 
	decision INTEGER NOT NULL, 
	orders JSON NOT NULL, 
	CONSTRAINT pk_sent_list PRIMARY KEY (message_id), 
	CONSTRAINT fk_sent_list_match FOREIGN KEY("match") REFERENCES "match" (id), 
	CONSTRAINT fk_sent_list_message_id FOREIGN KEY(message_id) REFERENCES outbox (message_id)
);
INSERT INTO "sent_list" VALUES('<a@pbem.example.org>','00c0ffee00c0ffee',0,1,'{"1": "draw", "2": "ra"}');
CREATE TABLE snapshot (
	"match" VARCHAR NOT NULL, 
	n INTEGER NOT NULL, 
	state BLOB NOT NULL, 
	CONSTRAINT pk_snapshot PRIMARY KEY ("match"), 
	CONSTRAINT fk_snapshot_match FOREIGN KEY("match") REFERENCES "match" (id)
);
INSERT INTO "snapshot" VALUES('00c0ffee00c0ffee',1,X'7B7D');
CREATE TABLE stranger (
	address VARCHAR NOT NULL, 
	answered BIGINT NOT NULL, 
	CONSTRAINT pk_stranger PRIMARY KEY (address)
);
INSERT INTO "stranger" VALUES('x@example.org',1795003200123456);
CREATE TABLE tenure (
	"match" VARCHAR NOT NULL, 
	seat INTEGER NOT NULL, 
	from_n INTEGER NOT NULL, 
	until_n INTEGER, 
	player INTEGER, 
	bot VARCHAR, 
	why VARCHAR NOT NULL, 
	CONSTRAINT pk_tenure PRIMARY KEY ("match", seat, from_n), 
	CONSTRAINT fk_tenure_match_seat FOREIGN KEY("match", seat) REFERENCES seat ("match", number), 
	CONSTRAINT fk_tenure_player FOREIGN KEY(player) REFERENCES player (id)
);
INSERT INTO "tenure" VALUES('00c0ffee00c0ffee',0,0,NULL,1,NULL,'seated');
INSERT INTO "tenure" VALUES('00c0ffee00c0ffee',1,0,NULL,2,NULL,'seated');
INSERT INTO "tenure" VALUES('00c0ffee00c0ffee',2,0,NULL,3,NULL,'seated');
CREATE INDEX ix_notice_told_kind_about ON notice (told, kind, about);
CREATE INDEX ix_stranger_answered ON stranger (answered);
CREATE INDEX ix_address_player ON address (player);
CREATE INDEX ix_match_status_created ON "match" (status, created);
CREATE INDEX ix_seat_player ON seat (player);
CREATE INDEX ix_deadline_match_ended ON deadline ("match", ended);
CREATE INDEX ix_deadline_remind ON deadline (remind);
CREATE INDEX ix_deadline_state_due ON deadline (state, due);
CREATE INDEX ix_letter_match ON letter ("match");
CREATE INDEX ix_letter_message_id ON letter (message_id);
CREATE INDEX ix_letter_moved_account_folder ON letter (moved, account, folder);
CREATE INDEX ix_letter_player ON letter (player);
CREATE INDEX ix_letter_sha256 ON letter (sha256);
CREATE INDEX ix_letter_state_id ON letter (state, id);
CREATE INDEX ix_outbox_match_player_accepted ON outbox ("match", player, accepted);
CREATE INDEX ix_outbox_next_try ON outbox (next_try);
CREATE INDEX ix_outbox_recipient_accepted ON outbox (recipient, accepted);
CREATE INDEX ix_confirmation_address ON confirmation (address);
CREATE INDEX ix_confirmation_expires ON confirmation (expires);
CREATE TRIGGER event_follows BEFORE INSERT ON event
    WHEN NEW.n IS NOT (SELECT coalesce(max(n), -1) + 1 FROM event WHERE "match" = NEW."match")
    BEGIN SELECT RAISE(ABORT, 'an event follows the last one of its match'); END;
CREATE TRIGGER event_never_changes BEFORE UPDATE ON event
    BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER event_never_goes BEFORE DELETE ON event
    BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE INDEX ix_letter_sender_received ON letter (sender, received);
CREATE INDEX ix_sent_list_match_seat_decision ON sent_list ("match", seat, decision);
CREATE INDEX ix_match_think_until ON "match" (think_until);
CREATE INDEX ix_absence_player ON absence (player);
CREATE INDEX ix_motion_closes ON motion (closes);
CREATE INDEX ix_motion_match_state ON motion ("match", state);
CREATE INDEX ix_observer_next_report ON observer (next_report);
CREATE INDEX ix_observer_player ON observer (player);
CREATE INDEX ix_opening_expires ON opening (expires);
CREATE INDEX ix_opening_ready_by ON opening (ready_by);
CREATE INDEX ix_organiser_player ON organiser (player);
CREATE INDEX ix_press_match_at ON press ("match", at);
CREATE INDEX ix_press_player ON press (player);
CREATE INDEX ix_offer_expires ON offer (expires);
CREATE INDEX ix_offer_player ON offer (player);
CREATE INDEX ix_tenure_player ON tenure (player);
CREATE INDEX ix_address_bouncing ON address (bouncing);
COMMIT;
