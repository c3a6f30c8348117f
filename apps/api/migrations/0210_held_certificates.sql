-- The same certificate that somebody who passed holds from elsewhere, written down when the others got theirs: he waits for none.
alter table grade add column held_cert_id bigint references certificate (id);
