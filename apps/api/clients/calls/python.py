"""Twenty calls by the client that openapi-generator makes for Python."""

import json
import sys
import tempfile

import jipei
from jipei.exceptions import ApiException

host, account, password = sys.argv[1:4]
configuration = jipei.Configuration(host=host, username="jipei-web", password="jipei-web")
client = jipei.ApiClient(configuration)
calls = 0


def done(answer):
    global calls
    calls += 1
    return answer


def refused(call, *args, **kwargs):
    """The code of the refusal that a call must get."""
    global calls
    calls += 1
    try:
        call(*args, **kwargs)
    except ApiException as refusal:
        return refusal.status, json.loads(refusal.body)["errorCode"]
    raise AssertionError(f"{call.__name__} was not refused")


auth = jipei.AuthApi(client)
session = done(auth.auth_token("password", username=account, password=password))
configuration.api_key["token"] = session.access_token
assert done(auth.auth_user_info()).data.user_id

catalogue = jipei.CatalogueApi(client)
# The same call twice has one effect.
fresh = jipei.CandidateSourceNew(source_no="P01", source_name="Python客户端", sort=1, is_valid="isValid")
source = done(catalogue.candidate_source_submit(fresh)).data.id
assert done(catalogue.candidate_source_submit(fresh)).data.id == source
read = done(catalogue.candidate_source_detail(source)).data
assert (read.source_name, read.sort) == ("Python客户端", 1)
change = {"id": source, "version": read.version, "sort": 2}
done(catalogue.candidate_source_submit(change))
assert refused(catalogue.candidate_source_submit, {**change, "sort": 3}) == (409, "VERSION_CONFLICT")
listed = done(catalogue.candidate_source_list(source_name="Python客户端", descs=["sort"], size=20)).data
assert [row.sort for row in listed.records] == [2]
done(catalogue.candidate_source_remove(source))
assert refused(catalogue.candidate_source_detail, source) == (404, "NOT_FOUND")

training = jipei.TrainingApi(client)
classes = done(training.training_class_list(start_date_datege="2026-01-01", status_notequal="Confirm", is_paging="0"))
assert classes.data.total == 0
assert done(training.training_class_pending_number()).data.number == 0
assert done(training.organisation_plan_pending_number()).data.number == 0
assert done(training.student_student_train_experience({"current": 1, "size": 5})).data.total == 0

files = jipei.FilesApi(client)
with tempfile.NamedTemporaryFile(suffix=".pdf") as sent:
    sent.write(b"%PDF-1.4\n%%EOF\n")
    sent.flush()
    uploaded = done(files.put_file_attach(file=sent.name)).data
assert uploaded.extension == "pdf"
assert done(files.attachment_list()).data.total == 1

assert done(jipei.AccessApi(client).menu_routes()).data[0].path
assert done(jipei.SettingsApi(client).region_lazy_tree()).data[0].has_children is not None
assert done(jipei.NoticesApi(client).notice_list()).data.pages >= 0
assert refused(jipei.AccessApi(client).role_list) == (403, "ROLE_DENIED")
assert done(jipei.ProvidersApi(client).organisation_list()).success
done(auth.auth_logout())
assert refused(auth.auth_user_info) == (401, "UNAUTHORIZED")
print(f"{calls} calls")
