-- Finds the account that a phone signs in to, among all kinds of account.
create index app_user_phone_any on app_user (phone_hash) where is_deleted = 0 and phone_hash is not null;
