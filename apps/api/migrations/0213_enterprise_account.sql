-- An enterprise may change the name it signs in with once, as an institution may (0104).
alter table app_user add account_changed varchar(20) default '0' not null check (account_changed in ('0', '1'));
