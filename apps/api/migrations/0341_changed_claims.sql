-- Whether the newest check of a claim says anything otherwise than the one before it.
alter table subsidy_application add column is_changed varchar(20) not null default '0' check (is_changed in ('0', '1'));
