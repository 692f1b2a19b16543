import 'react';

/** What a press does to the dialog with the id `commandfor`, by the browser itself. */
declare module 'react' {
  interface ButtonHTMLAttributes<T> {
    command?: 'show-modal' | 'close';
    commandfor?: string;
  }
}
