import { parentPort, workerData } from 'node:worker_threads';
import { CalendarError } from './calendar-error.ts';
import { downloadCalendar } from './download-calendar.ts';
import { readBusyTimes } from './read-busy-times.ts';
import type { CalendarAnswer, CalendarQuestion } from './read-calendar.ts';

async function answer(question: CalendarQuestion): Promise<CalendarAnswer> {
  try {
    const { url, userAgent, network } = question;
    return readBusyTimes(await downloadCalendar(url, userAgent, network), question);
  } catch (error) {
    const isKnown = error instanceof CalendarError;
    return { failure: isKnown ? error.message : 'This calendar is damaged and can’t be read.' };
  }
}

parentPort?.postMessage(await answer(workerData));
