/**
 * Whether a valid certificate says the same as one that would be issued, as SQL over aliases; the index `certificate_person` says it too. A
 * course without an occupation (start-up, pre-job) is told by its name, and special-operation permits are renewed beside the old one.
 * @param held alias of the certificate @param person has `id_number_hash` @param course has `occupation_code`, `level`, `course_name` @param kind has `cert_kind`
 */
export const sameCertificate = (held: string, person: string, course: string, kind: string): string =>
  `${held}.id_number_hash = ${person}.id_number_hash and ${held}.occupation_code = ${course}.occupation_code and ${held}.level = ${course}.level and ${held}.cert_kind = ${kind}.cert_kind
    and ${held}.cert_kind <> '6' and (${held}.occupation_code <> '0-00-00-00' or ${held}.course_name = ${course}.course_name) and ${held}.is_valid = 'isValid' and ${held}.is_deleted = 0`
