-- A special-operation permit has the number T + ID number, whatever it is for: a second permit and a renewal have the same.
drop index certificate_no;
create unique index certificate_no on certificate (cert_kind, cert_no) where cert_kind <> '6';
create index certificate_permit_no on certificate (cert_no) where cert_kind = '6';

-- Courses without an occupation share one code: their name tells what the certificate is for, else who has learnt to find
-- an idea for a business could never be certified to run one.
drop index certificate_person;
create unique index certificate_person on certificate (id_number_hash, occupation_code, level, cert_kind, (case when occupation_code = '0-00-00-00' then course_name else '' end))
  where is_valid = 'isValid' and is_deleted = 0 and cert_kind <> '6';
