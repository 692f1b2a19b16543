const units = ['bytes', 'KB', 'MB', 'GB', 'TB'];

/** Returns a readable size: `980 bytes`, `12.4 MB`, `2 GB`. One KB is 1,024 bytes. */
export function formatBytes(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (Math.round(size * 10) / 10 >= 1024 && unit < units.length - 1) {
    size /= 1024;
    unit += 1;
  }
  const digits = size >= 100 ? 0 : 1;
  return `${Number(size.toFixed(digits))} ${units[unit]}`;
}

/** Returns a remaining time in words: `less than a minute`, `about 5 min`, `about 2 h 10 min`. */
export function formatTimeLeft(seconds: number): string {
  if (seconds < 50) return 'less than a minute';
  const minutes = Math.max(1, Math.round(seconds / 60));
  if (minutes < 60) return `about ${minutes} min`;
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return rest === 0 ? `about ${hours} h` : `about ${hours} h ${rest} min`;
}

/** Returns the length of a video in the format of players: `0:07`, `12:30`, `1:02:03`. */
export function formatLength(seconds: number): string {
  const whole = Math.round(seconds);
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  return hours > 0
    ? `${hours}:${two(minutes)}:${two(whole % 60)}`
    : `${minutes}:${two(whole % 60)}`;
}

/** The units for times before an event, in minutes. */
export const minuteUnits = { days: 24 * 60, hours: 60, minutes: 1 } as const;
export type MinuteUnit = keyof typeof minuteUnits;

/** Returns minutes as a whole number of the largest unit that fits: 1,440 is 1 of days. */
export function splitMinutes(minutes: number): { count: number; unit: MinuteUnit } {
  const unit = minutes % minuteUnits.days === 0 ? 'days' : minutes % 60 === 0 ? 'hours' : 'minutes';
  return { count: minutes / minuteUnits[unit], unit };
}

/** Returns minutes in words: `1 day`, `36 hours`, `45 minutes`. */
export function formatMinutes(minutes: number): string {
  const { count, unit } = splitMinutes(minutes);
  return `${count} ${count === 1 ? unit.slice(0, -1) : unit}`;
}
