import { BlockList, isIPv6 } from 'node:net';

/** Whether an address is one of these addresses and networks, such as 10.0.0.0/8. */
export function isInNetworks(networks: readonly string[], address: string): boolean {
  const list = new BlockList();
  for (const one of networks) {
    const [network = '', prefix] = one.split('/');
    const family = isIPv6(network) ? 'ipv6' : 'ipv4';
    if (prefix === undefined) list.addAddress(network, family);
    else list.addSubnet(network, Number(prefix), family);
  }
  return list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
