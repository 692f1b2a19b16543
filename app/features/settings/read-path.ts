/** Returns the value at a path, such as `plans[0].title` or `socialLinks.0.href`. */
export const readPath = (value: unknown, path: string): unknown =>
  path
    .split(/[.[\]]+/)
    .filter(Boolean)
    .reduce((part, key) => Object(part)[key], value);
