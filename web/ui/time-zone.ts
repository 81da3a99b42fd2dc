/** The time zone of this browser. Browsers that cannot find it out have a name for that, which is none. */
export function timeZone(): string {
  const zone: string | undefined = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return zone === undefined || zone === 'Etc/Unknown' ? 'UTC' : zone;
}
