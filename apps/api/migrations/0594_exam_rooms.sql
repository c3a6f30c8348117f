-- Rooms of an exam with their seats, and the identity check at its start.

create table exam_room (
  id bigint generated always as identity primary key,
  exam_id bigint not null references exam (id),
  room_name varchar(50) not null,
  place varchar(100) not null,
  start_time timestamptz not null,
  end_time timestamptz not null,
  capacity integer not null check (capacity between 1 and 500),
  invigilators varchar(200),
  tenant_id varchar(6) not null default '000000',
  create_user bigint not null,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint not null,
  update_time timestamptz not null default now(),
  version integer not null default 0,
  is_deleted smallint not null default 0,
  remark varchar(500),
  constraint exam_room_times check (end_time > start_time),
  constraint exam_room_of_exam unique (id, exam_id)
);
create unique index exam_room_once on exam_room (exam_id, room_name, start_time) where is_deleted = 0;
create index exam_room_order on exam_room (start_time, id) where is_deleted = 0;
create index exam_room_exam on exam_room (exam_id, start_time, id) where is_deleted = 0;
create index exam_room_create_time on exam_room (create_time, id) where is_deleted = 0;

alter table exam add column identity_check varchar(20) not null default '0' check (identity_check in ('1', '0'));

alter table exam_paper
  add column exam_room_id bigint,
  add column seat_no integer check (seat_no > 0),
  add column identity varchar(20) check (identity in ('0', '1', '2', '3')),
  -- The photo taken at the start; none before, and once it is no longer kept.
  add column photo_att_id bigint,
  add constraint exam_paper_seated check ((exam_room_id is null) = (seat_no is null)),
  add constraint exam_paper_room foreign key (exam_room_id, exam_id) references exam_room (id, exam_id),
  -- A seat is one person's, for all their papers; that of a void paper is free.
  add constraint exam_paper_seat exclude using gist (exam_room_id with =, seat_no with =, student_id with <>)
    where (exam_room_id is not null and status <> '9' and is_deleted = 0);
create index exam_paper_seat_no on exam_paper (seat_no, id) where is_deleted = 0;
create index exam_paper_identity on exam_paper (identity, id) where is_deleted = 0;
create index exam_paper_photo on exam_paper (exam_id) where photo_att_id is not null;
