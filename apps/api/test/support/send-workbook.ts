import type { FastifyInstance } from "fastify";

/** What an import answers: `data` where it was taken, the refusal with its `failures` where it was not. */
export interface WorkbookAnswer<T> {
  status: number;
  data: T;
  errorCode: string;
  failures: { errorCode: string; id: string; field: string; msg: string; msgEn: string }[];
  /** The bytes of a file. */
  raw: Buffer;
}

/** Sends a workbook to a call of an import, as a browser does. @param fields further parts of the body */
export async function sendWorkbook<T>(
  http: FastifyInstance,
  token: string,
  path: string,
  file: Buffer,
  fields: Readonly<Record<string, string>> = {},
  name = "sheet.xlsx",
): Promise<WorkbookAnswer<T>> {
  const boundary = "y-boundary-y";
  const parts = Object.entries(fields).map(
    ([key, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`,
  );
  const payload = Buffer.concat([
    Buffer.from(
      `${parts.join("")}--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`,
    ),
    file,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const response = await http.inject({
    method: "POST",
    url: path,
    headers: { token, "content-type": `multipart/form-data; boundary=${boundary}` },
    payload,
  });
  const body = String(response.headers["content-type"]).includes("json") ? response.json() : {};
  return {
    status: response.statusCode,
    data: body.data,
    errorCode: body.errorCode,
    failures: body.data?.failures ?? [],
    raw: response.rawPayload,
  };
}
