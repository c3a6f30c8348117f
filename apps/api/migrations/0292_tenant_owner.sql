-- The function that says whose schema this is is named by the word of the documentation: the tenant owner.
alter function house() rename to tenant_owner;

-- Jobs that wait keep their actor, where the tenant owner has the same name.
update job set actor = actor - 'house' || jsonb_build_object('tenantOwner', actor -> 'house') where actor ? 'house';
