-- What a user is told of his own sessions, and the lock of the screen, which the server keeps: a browser could be talked out of it.

alter table login_session
  add agent varchar(300),
  add locked smallint not null default 0 check (locked in (0, 1)),
  -- argon2id; of the password that the screen is locked with.
  add lock_hash varchar(200),
  add lock_failures integer not null default 0,
  add constraint login_session_lock check (locked = 0 or lock_hash is not null);
