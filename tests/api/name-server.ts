import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type Answer, AUTHORITATIVE_ANSWER, decode, encode } from 'dns-packet';

/** The records of a name server, by type and name, such as `TXT example.com`. */
export type Zone = Record<string, string[]>;

/** Whether a name server answers, fails or stays silent. */
type Mood = 'answer' | 'fail' | 'silent';

/** The response codes of RFC 1035. */
const rcodes = { SERVFAIL: 2, NXDOMAIN: 3 };

/** Starts a name server on a free local port that records its queries. */
export async function startNameServer(zone: Zone) {
  const socket = createSocket('udp4');
  const asked: string[] = [];
  let mood: Mood = 'answer';
  socket.on('message', (message, { port, address }) => {
    const { id, questions = [] } = decode(message);
    const [question] = questions;
    if (!question) return;
    const key = `${question.type} ${question.name}`;
    asked.push(key);
    if (mood === 'silent') return;
    const values = zone[key];
    const isKnown = Object.keys(zone).some((known) => known.endsWith(` ${question.name}`));
    const rcode = mood === 'fail' ? rcodes.SERVFAIL : isKnown ? 0 : rcodes.NXDOMAIN;
    const answers = (values ?? []).map((value): Answer => {
      const record = { name: question.name, ttl: 60 };
      return { ...record, type: 'TXT', data: value.match(/.{1,255}/g) ?? [] };
    });
    const flags = AUTHORITATIVE_ANSWER | rcode;
    socket.send(encode({ type: 'response', id, flags, questions, answers }), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    /** Its address as `address:port`. */
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    behave(next: Mood) {
      mood = next;
    },
    async close() {
      socket.close();
      await once(socket, 'close');
    },
  };
}
