import { Refusal } from "../foundation/refusal.ts";

type Words = readonly [zh: string, en: string];

/** Messages for the error codes of the S3 protocol, for the administrators who enter the setting. */
const codes: Readonly<Record<string, Words>> = {
  InvalidAccessKeyId: ["accessKey不存在", "unknown access key"],
  SignatureDoesNotMatch: ["secretKey不正确", "wrong secret key"],
  AccessDenied: ["没有访问该空间的权限", "no access to the bucket"],
  NoSuchBucket: ["空间不存在", "no such bucket"],
  InvalidBucketName: ["空间名不合法", "not a bucket name"],
  SecondLevelDomainForbidden: ["服务商要求虚拟主机方式寻址", "the provider wants virtual-host addressing"],
  AuthorizationHeaderMalformed: ["地域不正确", "wrong region"],
  InvalidRegion: ["地域不正确", "wrong region"],
  PermanentRedirect: ["资源地址与空间所在地域不符", "the bucket is in another region than the endpoint"],
  TemporaryRedirect: ["资源地址与空间所在地域不符", "the bucket is in another region than the endpoint"],
  RequestTimeTooSkewed: ["服务器时间不准确", "the clock of the server is wrong"],
  EntityTooLarge: ["文件超出服务商的大小限制", "too large for the provider"],
  SlowDown: ["服务商要求降低频率", "the provider asks for fewer requests"],
  QuotaExceeded: ["空间容量已满", "the bucket is full"],
  UserDisable: ["账号已停用或欠费", "the account is disabled"],
};

const transport: Readonly<Record<string, Words>> = {
  ENOTFOUND: ["资源地址无法解析", "the endpoint cannot be resolved"],
  EAI_AGAIN: ["资源地址无法解析", "the endpoint cannot be resolved"],
  ECONNREFUSED: ["连接被拒绝", "the connection was refused"],
  ECONNRESET: ["连接中断", "the connection broke"],
  UND_ERR_SOCKET: ["连接中断", "the connection broke"],
  EPIPE: ["连接中断", "the connection broke"],
  // The error of the request body's reader when the connection is lost.
  ERR_STREAM_PREMATURE_CLOSE: ["连接中断", "the connection broke"],
  EHOSTUNREACH: ["地址不可达", "the address cannot be reached"],
  ENETUNREACH: ["地址不可达", "the address cannot be reached"],
  ETIMEDOUT: ["连接超时", "no answer in time"],
  UND_ERR_CONNECT_TIMEOUT: ["连接超时", "no answer in time"],
  UND_ERR_HEADERS_TIMEOUT: ["应答超时", "no answer in time"],
};

/** The error of a storage place. Besides the whole message it has the reason alone. */
export class StorageError extends Refusal {
  readonly reason: { zh: string; en: string };
  /** Whether a service that speaks this protocol reported it. */
  readonly isSpoken: boolean;
  constructor([zh, en]: Words, isSpoken = false) {
    super("STORAGE_FAILED", { reason: { zh, en } });
    this.reason = { zh, en };
    this.isSpoken = isSpoken;
  }
}

const failed = (words: Words) => new StorageError(words);

/** The error for an unsuccessful response. Only its code is used, since the body may come from anywhere. */
export function toResponseError(status: number, body: string): Refusal {
  const code = /<Code>([A-Za-z0-9.]{1,60})<\/Code>/.exec(body)?.[1] ?? "";
  const known = codes[code];
  if (known) return new StorageError(known, true);
  if (status >= 300 && status < 400) return failed(codes.PermanentRedirect as Words);
  if (status === 401 || status === 403) return failed(codes.AccessDenied as Words);
  return failed([`服务商应答${status} ${code}`.trim(), `the provider answers ${status} ${code}`.trim()]);
}

const getCode = (error: unknown): string => {
  const { code, cause } = error as NodeJS.ErrnoException & { cause?: NodeJS.ErrnoException };
  return cause?.code ?? code ?? "";
};

/** Whether an open connection was lost. */
export const isBroken = (error: unknown): boolean =>
  ["ECONNRESET", "UND_ERR_SOCKET", "EPIPE", "ERR_STREAM_PREMATURE_CLOSE"].includes(getCode(error));

/** The error for a request that got no response. */
export function toTransportError(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if ((error as Error).name === "TimeoutError") return failed(["应答超时", "no answer in time"]);
  const why = getCode(error);
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME/.test(why))
    return failed(["证书不受信任", "its certificate is not trusted"]);
  if (/^ERR_SSL|^EPROTO/.test(why)) return failed(["不是HTTPS服务", "it does not speak HTTPS"]);
  return failed(transport[why] ?? ["连接失败", "the connection failed"]);
}
