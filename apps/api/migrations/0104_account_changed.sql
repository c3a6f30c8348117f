-- An institution may change the name it signs in with once.
alter table organisation add account_changed varchar(1) not null default '0' check (account_changed in ('0', '1'));
