import { type Socket, connect, createServer } from "node:net";

export interface Line {
  endpoint: string;
  /** Number of bytes that may still pass to the other side; then the connection breaks. */
  left: number;
  close(): Promise<void>;
}

/** A proxy to a server whose connections can be cut in the middle of what is sent. */
export async function cuttableLine(target: string): Promise<Line> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
    }
    far.pipe(near);
    near.on("data", (bytes: Buffer) => {
      line.left -= bytes.length;
      if (line.left >= 0) far.write(bytes);
      else for (const socket of sockets) socket.destroy();
    });
    near.on("end", () => far.end());
  });
  await new Promise<void>((go) => server.listen(0, "127.0.0.1", go));
  const line: Line = {
    endpoint: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    left: Number.POSITIVE_INFINITY,
    close: () =>
      new Promise((go) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => go());
      }),
  };
  return line;
}
