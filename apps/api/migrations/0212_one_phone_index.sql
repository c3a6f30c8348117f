-- Two indexes on the same phones: whoever looks one up asks for accounts that are not removed, which app_user_phone_any serves alone.
drop index app_user_phone_hash;
