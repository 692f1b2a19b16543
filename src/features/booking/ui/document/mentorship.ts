import { whenRead } from '#document/when-read.ts';
import { hydrateIsland } from '#features/shell/ui/index.ts';
import { BookingIsland } from '../booking-island.tsx';

whenRead(() => hydrateIsland(BookingIsland));
