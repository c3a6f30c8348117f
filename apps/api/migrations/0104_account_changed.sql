-- An institution may change the name it signs in with once.
alter table organisation add account_changed varchar(20) default '0' not null check (account_changed in ('0', '1'));
