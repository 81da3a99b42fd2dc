/**
 * The path and query of a request target, safe to decode. Clients may send an absolute URL (RFC 9112, section 3.2.2);
 * anything else (`*`) becomes a path that does not exist.
 */
export function requestPath(target: string): string {
  const whole = /^https?:\/\/[^/?#]*(?<path>.*)$/is.exec(target);
  const asked = (whole?.groups?.path ?? target).replaceAll(/[^\x21-\x7e]/g, escapeByte);
  const [, path = '', query = ''] = /^([^?]*)(.*)$/.exec(asked) ?? [];
  return (path.startsWith('/') ? '' : '/') + readable(path) + query;
}

/** Node reads a request line as Latin-1, so every character is one byte. */
function escapeByte(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}

/**
 * Escapes the percent signs of a path that cannot be decoded, or that has control characters or line breaks when it is:
 * it matches nothing and gets a 404.
 */
function readable(path: string): string {
  if (!path.includes('%')) return path;
  try {
    if (!/\p{Cc}|[\u2028\u2029]/u.test(decodeURI(path))) return path;
  } catch {
    // It cannot be decoded.
  }
  return path.replaceAll('%', '%25');
}
