/**
 * The path and query of a request target, safe to decode. Clients may send an absolute URL (RFC 9112, section 3.2.2);
 * anything else (`*`) becomes a path that does not exist.
 */
export function requestPath(target: string): string {
  const whole = /^https?:\/\/[^/?#]*(?<path>.*)$/i.exec(target);
  const path = decodable(whole?.groups?.path ?? target);
  return path.startsWith('/') ? path : `/${path}`;
}

/** Escapes the percent signs of a path that cannot be decoded: it matches nothing and gets a 404. */
function decodable(path: string): string {
  if (!path.includes('%')) return path;
  try {
    // The bundler would remove the call if its result were unused.
    return decodeURI(path) && path;
  } catch {
    return path.replaceAll('%', '%25');
  }
}
