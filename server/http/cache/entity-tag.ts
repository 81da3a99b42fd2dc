import { hash } from 'node:crypto';

/** A weak entity tag: the same for every encoding of one content (RFC 9110, section 8.8.3). */
export function entityTag(content: string | Buffer): string {
  return `W/"${hash('sha1', content, 'base64url')}"`;
}

/** Whether `If-None-Match` names this tag, so that 304 is the answer. */
export function isUnchanged(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === tag || ifNoneMatch === '*') return true;
  return ifNoneMatch
    .split(',')
    .some((given) => given.trim().replace(/^W\//, '') === tag.replace(/^W\//, ''));
}
