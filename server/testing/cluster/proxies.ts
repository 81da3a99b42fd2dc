import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deployFile, ownByPostgres } from './host-files.ts';
import { hosts, type shopHosts, startOn } from './network.ts';

type ShopHost = (typeof shopHosts)[number];

/** Starts HAProxy and PgBouncer on a host of the shop, with the configuration of `deploy/cluster`. */
export async function startProxies(host: ShopHost, folder: string, password: string) {
  const own = join(folder, host);
  await mkdir(own, { recursive: true });
  await writeFile(join(own, 'haproxy.cfg'), await deployFile('haproxy.cfg', []));
  await writeFile(join(own, 'userlist.txt'), `"reprise" "${password}"\n`);
  const pgbouncer = await deployFile('pgbouncer.ini', [
    [/auth_file = .*/, `auth_file = ${own}/userlist.txt`],
    [/logfile = .*/, `logfile = ${own}/pgbouncer.log`],
    [/pidfile = .*/, `pidfile = ${own}/pgbouncer.pid`],
  ]);
  await writeFile(join(own, 'pgbouncer.ini'), pgbouncer);
  await ownByPostgres(own);
  startOn(host, folder, ['haproxy', '-db', '-f', join(own, 'haproxy.cfg')]);
  startOn(host, folder, ['pgbouncer', join(own, 'pgbouncer.ini')]);
}

/** Starts what visitors reach: HAProxy before the three servers, and the way of this test to the primary. */
export async function startEdge(folder: string): Promise<void> {
  const file = join(folder, 'edge.cfg');
  const database = await deployFile('haproxy.cfg', [
    [/bind 127\.0\.0\.1:5000/, `bind ${hosts.edge}:5000`],
    [/bind 127\.0\.0\.1:5001/, `bind ${hosts.edge}:5001`],
  ]);
  await writeFile(file, database + edge);
  await ownByPostgres(file);
  startOn('edge', folder, ['haproxy', '-db', '-f', file]);
}

/** As `deploy/proxy/haproxy.cfg`, without TLS, which has a test of its own. */
const edge = `
listen shop
    mode http
    bind ${hosts.edge}:8080
    timeout client 60s
    timeout server 60s
    balance leastconn
    option httpchk GET /readyz
    http-check expect status 200
    http-reuse safe
    retry-on conn-failure
    option redispatch
    server one ${hosts.app1}:3000 check inter 2s fall 2 rise 1
    server two ${hosts.app2}:3000 check inter 2s fall 2 rise 1
    server three ${hosts.app3}:3000 check inter 2s fall 2 rise 1
`;
