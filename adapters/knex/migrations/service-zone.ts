/** Returns the time zone of the process, under a name that PostgreSQL accepts. */
export function serviceZone(): string {
  const name: string | undefined = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (name && /^[A-Z]/i.test(name) && name !== 'Etc/Unknown') return name;
  const minutes = new Date().getTimezoneOffset(); // a POSIX zone without a name: positive values are west of UTC
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  return `<local>${minutes < 0 ? '-' : '+'}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`;
}
