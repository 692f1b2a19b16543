const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** A rule of repetition (RFC 5545, 3.3.10) whose parts are valid. */
export interface Rule {
  freq: 'YEARLY' | 'MONTHLY' | 'WEEKLY' | 'DAILY' | 'HOURLY' | 'MINUTELY' | 'SECONDLY';
  interval: number;
  count: number;
  weekStart: string;
  byMonth?: number[] | undefined;
  byMonthDay?: number[] | undefined;
  byYearDay?: number[] | undefined;
  byWeekNo?: number[] | undefined;
  byDay?: string[] | undefined;
  byHour?: number[] | undefined;
  byMinute?: number[] | undefined;
  bySecond?: number[] | undefined;
  bySetPos?: number[] | undefined;
}

/** A rule makes more times than anybody could keep. */
export class TooOftenError extends Error {}

const mostTimesOfDay = 1440;
const mostCandidates = 200_000;
const mostFound = 10_000;

const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];

/** The most days that a period of a rule has. */
const periodDays = {
  YEARLY: 366,
  MONTHLY: 31,
  WEEKLY: 7,
  DAILY: 0,
  HOURLY: 0,
  MINUTELY: 0,
  SECONDLY: 0,
};

/**
 * Returns when a rule repeats within a window, in order. All times are what a clock shows, in
 * milliseconds as if it were UTC. It looks at one day after another, so no rule takes longer than
 * its days do; where repetitions are not counted, only at those of the window.
 */
export function walkDays(rule: Rule, start: number, { from, to }: { from: number; to: number }) {
  const startDay = describeDay(toDay(start));
  const times = listTimes(rule, start - startDay.at);
  const origin = periodOf(rule, startDay, start);
  const margin = periodDays[rule.freq] * dayMs;
  const first = rule.count < Number.POSITIVE_INFINITY ? start : Math.max(start, from);
  const found: number[] = [];
  let candidates: number[] = [];
  let [period, counted, left] = [origin, 0, mostCandidates];

  /** Ends a period: BYSETPOS chooses from all of it. */
  function endPeriod(): void {
    for (const [index, at] of candidates.entries()) {
      if (rule.bySetPos && !has(rule.bySetPos, index + 1, candidates.length)) continue;
      if (at < start || counted >= rule.count) continue;
      counted += 1;
      if (at >= from && at <= to) found.push(at);
    }
    candidates = [];
    if (found.length > mostFound) throw new TooOftenError();
  }

  for (let at = toDay(first - margin); at <= to + margin && counted < rule.count; at += dayMs) {
    const day = describeDay(at);
    if (!fits(rule, startDay, day)) continue;
    for (const time of times) {
      const now = periodOf(rule, day, at + time);
      if (now < origin || (now - origin) % rule.interval !== 0) continue;
      if (now !== period) endPeriod();
      period = now;
      candidates.push(at + time);
      left -= 1;
      if (left < 0) throw new TooOftenError();
    }
  }
  endPeriod();
  return found;
}

const toDay = (at: number) => Math.floor(at / dayMs) * dayMs;

function describeDay(at: number) {
  const date = new Date(at);
  return {
    at,
    year: date.getUTCFullYear(),
    month: date.getUTCMonth(),
    day: date.getUTCDate(),
    weekday: date.getUTCDay(),
  };
}

type Day = ReturnType<typeof describeDay>;

/** Unlike Date.UTC, takes the years before 100 as they are. */
const utc = (year: number, month: number, day: number) =>
  new Date(0).setUTCFullYear(year, month, day);

/** Whether a list names this place, from the beginning or from the end. */
const has = (list: number[], place: number, length: number) =>
  list.includes(place) || list.includes(place - length - 1);

/** Lists the times of a day that a rule makes, in order: the start gives what the rule does not say. */
function listTimes({ freq, byHour, byMinute, bySecond }: Rule, start: number): number[] {
  const all = (length: number) => Array.from({ length }, (_, index) => index);
  const [isHourly, isMinutely, isSecondly] = ['HOURLY', 'MINUTELY', 'SECONDLY'].map(
    (_, index, list) => list.slice(index).includes(freq),
  );
  const hours = byHour ?? (isHourly ? all(24) : [Math.floor(start / hourMs)]);
  const minutes = byMinute ?? (isMinutely ? all(60) : [Math.floor((start % hourMs) / minuteMs)]);
  const seconds = bySecond ?? (isSecondly ? all(60) : [Math.floor((start % minuteMs) / secondMs)]);
  if (hours.length * minutes.length * seconds.length > mostTimesOfDay) throw new TooOftenError();
  const times = hours.flatMap((hour) =>
    minutes.flatMap((minute) =>
      seconds.map((second) => hour * hourMs + minute * minuteMs + second * secondMs),
    ),
  );
  return [...new Set(times)].sort((a, b) => a - b);
}

/** Numbers the periods that INTERVAL counts and BYSETPOS chooses from. */
function periodOf({ freq, weekStart }: Rule, { at, year, month }: Day, time: number): number {
  if (freq === 'YEARLY') return year;
  if (freq === 'MONTHLY') return year * 12 + month;
  // 1 January 1970 was a Thursday.
  if (freq === 'WEEKLY') return Math.floor((at / dayMs + 4 - weekdays.indexOf(weekStart)) / 7);
  const units = { DAILY: dayMs, HOURLY: hourMs, MINUTELY: minuteMs, SECONDLY: secondMs };
  return Math.floor(time / units[freq]);
}

/** Whether a rule takes in a day: what it does not say is taken from its start. */
function fits(rule: Rule, start: Day, day: Day): boolean {
  const { freq, byMonth, byMonthDay, byYearDay, byWeekNo, byDay } = rule;
  if (byMonth && !byMonth.includes(day.month + 1)) return false;
  if (byMonthDay && !has(byMonthDay, day.day, lengthOfMonth(day))) return false;
  if (byYearDay && !has(byYearDay, dayOfYear(day), lengthOfYear(day.year))) return false;
  if (byWeekNo && !has(byWeekNo, ...weekOf(rule, day))) return false;
  if (byDay && !fitsWeekday(rule, day)) return false;
  if (byMonthDay ?? byYearDay ?? byDay) return true;
  if (freq === 'WEEKLY' || byWeekNo) return day.weekday === start.weekday;
  if (freq === 'MONTHLY') return day.day === start.day;
  if (freq === 'YEARLY')
    return day.day === start.day && (byMonth !== undefined || day.month === start.month);
  return true;
}

/** `-1FR` is the last of a month, or of a year where the rule repeats by years and names no month. */
function fitsWeekday({ freq, byMonth, byDay = [] }: Rule, day: Day): boolean {
  const name = weekdays[day.weekday] ?? '';
  if (byDay.includes(name)) return true;
  if (freq !== 'MONTHLY' && freq !== 'YEARLY') return false;
  const isInMonth = freq === 'MONTHLY' || byMonth !== undefined;
  const place = isInMonth ? day.day : dayOfYear(day);
  const length = isInMonth ? lengthOfMonth(day) : lengthOfYear(day.year);
  const fromEnd = Math.ceil((length - place + 1) / 7);
  return byDay.includes(`${Math.ceil(place / 7)}${name}`) || byDay.includes(`-${fromEnd}${name}`);
}

const lengthOfMonth = ({ year, month }: Day) => new Date(utc(year, month + 1, 0)).getUTCDate();
const lengthOfYear = (year: number) => (utc(year + 1, 0, 1) - utc(year, 0, 1)) / dayMs;
const dayOfYear = ({ at, year }: Day) => (at - utc(year, 0, 1)) / dayMs + 1;

/** The number of a day’s week (ISO 8601, by the day that weeks begin with), and how many its year has. */
function weekOf({ weekStart }: Rule, { at, weekday }: Day): [week: number, weeks: number] {
  const sinceStart = (weekday - weekdays.indexOf(weekStart) + 7) % 7;
  const middle = at + (3 - sinceStart) * dayMs;
  const year = new Date(middle).getUTCFullYear();
  const week = Math.floor((middle - utc(year, 0, 1)) / (7 * dayMs)) + 1;
  const firstWeekday =
    (new Date(utc(year, 0, 1)).getUTCDay() - weekdays.indexOf(weekStart) + 7) % 7;
  const isLong = firstWeekday === 3 || (firstWeekday === 2 && lengthOfYear(year) === 366);
  return [week, isLong ? 53 : 52];
}
