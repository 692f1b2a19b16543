import { createContext } from 'react';

/** What a form is told of pictures on their way into it, by the names of their fields. */
interface Arrivals {
  begin: (name: string) => void;
  end: (name: string) => void;
  fail: () => void;
}

export const ArrivalsContext = createContext<Arrivals | undefined>(undefined);
