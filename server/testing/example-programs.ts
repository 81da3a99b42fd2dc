import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { createInterface } from 'node:readline';
import { createServer, type Server } from 'node:tls';
import { testCertificate, testCertificateKey } from './test-certificate.ts';

/** Runs the programs of docs/examples, and ends them and their proxies. */
export function examplePrograms() {
  const programs: ChildProcess[] = [];
  const proxies: Server[] = [];

  function start(name: string, env: Record<string, string>) {
    const path = `docs/examples/${name}`;
    const child = spawn(process.execPath, [path], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    programs.push(child);
    return { child, lines: createInterface({ input: child.stdout }) };
  }

  return {
    /** Runs a program to its end. @returns its status, and the lines that it has printed */
    async run(name: string, env: Record<string, string>) {
      const { child, lines } = start(name, env);
      const printed: string[] = [];
      lines.on('line', (line) => printed.push(line));
      const [[status]] = await Promise.all([once(child, 'close'), once(lines, 'close')]);
      return { status, printed };
    },

    /** Starts a receiver of webhooks. @returns its port, and the lines that it has printed since */
    async startReceiver(name: string, env: Record<string, string>) {
      const { lines } = start(name, { ...env, PORT: '0' });
      const printed: string[] = [];
      const [first] = (await once(lines, 'line')) as [string];
      lines.on('line', (line) => printed.push(line));
      return { port: Number(first.split(' ').at(-1)), printed };
    },

    /** What stands before a receiver and ends TLS. @returns its port */
    async startProxy(port: number): Promise<number> {
      const tls = { key: testCertificateKey, cert: testCertificate };
      const proxy = createServer(tls, (socket) => {
        const inside = connect(port, '127.0.0.1');
        socket.pipe(inside).pipe(socket);
        for (const end of [socket, inside]) end.on('error', () => undefined);
      }).listen(0, '127.0.0.1');
      proxies.push(proxy);
      await once(proxy, 'listening');
      return (proxy.address() as AddressInfo).port;
    },

    close() {
      for (const proxy of proxies) proxy.close();
      for (const program of programs) program.kill('SIGKILL');
    },
  };
}
