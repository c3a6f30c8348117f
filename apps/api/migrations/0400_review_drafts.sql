-- What a reviewer has decided of a claim and not yet sent lies here, so that it outlives the page, the machine and the shift (docs/decisions/0225).
create table review_draft (
  apply_id bigint not null references subsidy_application (id),
  -- The review it is of: the state that the claim is in meanwhile.
  stage varchar(10) not null check (stage in ('firstTrial', 'reTrial')),
  -- Who writes it now; somebody else takes it over first.
  owner_id bigint not null,
  opinion varchar(500),
  version integer not null default 1,
  saved_time timestamptz not null default now(),
  primary key (apply_id, stage)
);
create table review_draft_row (
  apply_id bigint not null,
  stage varchar(10) not null,
  line_id bigint not null references subsidy_line (id),
  detail_status varchar(1) not null check (detail_status in ('1', '2')),
  approved_amount numeric(10, 2),
  un_approve_reason varchar(200),
  -- What was payable when the row was decided: whoever reads on sees whether the decision still fits.
  payable_amount numeric(10, 2) not null,
  user_id bigint not null,
  decided_time timestamptz not null default now(),
  primary key (apply_id, stage, line_id),
  foreign key (apply_id, stage) references review_draft (apply_id, stage) on delete cascade,
  constraint review_draft_row_reason check (detail_status = '1' or un_approve_reason is not null)
);

-- Who wrote into a draft, or took one over, has reviewed the claim.
create or replace function claim_duty(action text, from_status text) returns text immutable language sql as $$
  select case
    when action in ('save', 'commit') then 'applicant'
    when action in ('unApprove', 'draftReview', 'takeDraft') and from_status = 'reTrial' then 'secondReviewer'
    when action in ('firstCommit', 'return', 'decideRows', 'lowerAmount', 'confirmFinding', 'unApprove', 'draftReview', 'takeDraft') then 'firstReviewer'
    when action in ('reCommit', 'reReturn', 'upholdObjection') then 'secondReviewer'
    when action in ('send', 'confirm', 'fail', 'resend', 'recover') then 'payer'
  end
$$;
