/** SQL of the third-party accounts of a user (`t`), as one text. */
export const identityNames = `select string_agg(p.name || ' · ' || coalesce(i.name, i.subject), '、') from user_identity i join identity_provider p on p.id = i.provider_id where i.user_id = t.id`;
