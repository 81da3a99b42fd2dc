import { BlockList, isIP } from 'node:net';

/** What is not on the public internet: https://www.iana.org/assignments/iana-ipv4-special-registry. */
const special = new BlockList();
for (const range of [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16'],
  ...['172.16.0.0/12', '192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16'],
  ...['198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
  // What Azure's virtual machines are told by their host, at an address that is public elsewhere.
  '168.63.129.16/32',
]) {
  addSubnet(special, range);
}

/**
 * The only addresses of IPv6 that are given out. So those that hold one of IPv4 are left out: mapped (::ffff:0:0/96), NAT64
 * (64:ff9b::/96, 64:ff9b:1::/48), and those of the own network (fc00::/7, fe80::/10).
 */
const globalUnicast = new BlockList();
addSubnet(globalUnicast, '2000::/3');

/** Parts of it that lead to addresses of IPv4 or nowhere: Teredo and others, documentation, 6to4. */
const specialUnicast = new BlockList();
for (const range of ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']) {
  addSubnet(specialUnicast, range);
}

/** Whether an IP address is one of the public internet, and not of this machine, its network or its cloud. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !special.check(address);
  if (family !== 6) return false;
  return globalUnicast.check(address, 'ipv6') && !specialUnicast.check(address, 'ipv6');
}

function addSubnet(list: BlockList, range: string): void {
  const [address = '', prefix] = range.split('/');
  list.addSubnet(address, Number(prefix), isIP(address) === 6 ? 'ipv6' : 'ipv4');
}
