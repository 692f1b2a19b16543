const units = ['bytes', 'KB', 'MB', 'GB', 'TB'];

/** A size as people read it: `980 bytes`, `12.4 MB`, `2 GB`. One KB is 1,024 bytes. */
export function formatBytes(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (Math.round(size * 10) / 10 >= 1024 && unit < units.length - 1) {
    size /= 1024;
    unit += 1;
  }
  const digits = unit === 0 || size >= 100 ? 0 : 1;
  return `${Number(size.toFixed(digits))} ${units[unit]}`;
}
