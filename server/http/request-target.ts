import { readablePath } from '#contract/page-paths.ts';

/**
 * The path and query of a request target, safe to decode. Clients may send an absolute URL (RFC 9112, section 3.2.2);
 * anything else (`*`) becomes a path that does not exist.
 */
export function requestPath(target: string): string {
  const whole = /^https?:\/\/[^/?#]*(?<path>.*)$/is.exec(target);
  const asked = (whole?.groups?.path ?? target).replaceAll(/[^\x21-\x7e]/g, escapeByte);
  const [, path = '', query = ''] = /^([^?]*)(.*)$/.exec(asked) ?? [];
  return (path.startsWith('/') ? '' : '/') + readablePath(path) + query;
}

/** Node reads a request line as Latin-1, so every character is one byte. */
function escapeByte(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}
