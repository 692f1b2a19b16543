/** Lets a connection take its time, whatever its role is bound to. Not every version has every one. */
export const disableTimeouts = `
  select set_config(name, '0', false) from pg_settings where name in (
    'statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout',
    'idle_session_timeout', 'transaction_timeout'
  )`;
