/** Something that the operator has to mend before the site can start: one line for each, fit to be shown as it is. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}
