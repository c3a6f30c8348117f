-- Who has put colleagues in front of themselves finds these processes while they wait, among ten million deeds.
create index flow_opinion_signers on flow_opinion (create_user, process_instance_id) where action = 'addSigner';
