import 'react';

/** Invoker commands: what a press does to the dialog with the id `commandfor`. */
declare module 'react' {
  interface ButtonHTMLAttributes<T> {
    command?: 'show-modal' | 'close';
    commandfor?: string;
  }
}
