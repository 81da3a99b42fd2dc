/**
 * What was asked for, as a path that can be decoded. Clients may name the whole address (RFC 9112, section 3.2.2); what
 * is no address at all (`*`) becomes a path where nothing is.
 */
export function pathAsked(target: string): string {
  const whole = /^https?:\/\/[^/?#]*(?<path>.*)$/i.exec(target);
  const path = readable(whole?.groups?.path ?? target);
  return path.startsWith('/') ? path : `/${path}`;
}

/** An address with a broken escape names nothing. Taken literally it still names nothing, and gets the page that says so. */
function readable(path: string): string {
  if (!path.includes('%')) return path;
  try {
    // The outcome is used, because the bundler removes a call whose outcome is not.
    return decodeURI(path) && path;
  } catch {
    return path.replaceAll('%', '%25');
  }
}
