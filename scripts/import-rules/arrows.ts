import {
  type InServer,
  type InTests,
  type InWeb,
  type Place,
  type ServerLevel,
  serverLevels,
  serverRooms,
  webLevels,
} from './place.ts';

type Untested = Exclude<Place, InTests>;

/** A breach in a few words, or undefined where the arrow is allowed. */
export type Verdict = string | undefined;

/** Whether a file at one place may import a file at another (docs: CONTRIBUTING.md, 'Who may import whom'). */
export function judgeArrow(from: Place, to: Place): Verdict {
  if (isTest(from)) return judgeTest(from, to);
  if (isTest(to)) return 'only tests import what is made for tests';
  return judgeFloors(from, to) ?? judgeInside(from, to);
}

function judgeTest(from: InTests, to: Place): Verdict {
  if (from.floor === to.floor || to.floor === 'contract') return undefined;
  // The demo goes in through the server, and the server's tests may want a filled shop.
  const pair = [from.floor, to.floor].sort().join(' and ');
  return pair === 'demo and server' ? undefined : 'floors do not import each other';
}

function judgeFloors(from: Untested, to: Untested): Verdict {
  if (from.floor === to.floor || to.floor === 'contract') return undefined;
  if (from.floor === 'contract') return 'the contract imports nothing of ours';
  if (from.floor === 'demo' && to.floor === 'server') {
    return to.level === 'adapter' ? onlyMainChooses : undefined;
  }
  if (to.floor === 'demo') {
    return from.floor === 'server' && from.level === 'main'
      ? undefined
      : 'only the server’s main brings the demo in';
  }
  return 'floors do not import each other';
}

function judgeInside(from: Untested, to: Untested): Verdict {
  if (from.floor === 'server' && to.floor === 'server') return judgeServer(from, to);
  if (from.floor === 'web' && to.floor === 'web') return judgeWeb(from, to);
  return undefined;
}

const onlyMainChooses = 'only main and tests know which adapter is in use';

function judgeServer(from: InServer, to: InServer): Verdict {
  if (to.level === 'adapter') {
    const isOwn = from.level === 'adapter' && from.provider === to.provider;
    return from.level === 'main' || isOwn ? undefined : onlyMainChooses;
  }
  if (from.level === 'adapter') return judgeAdapter(from, to);
  if (to.level === 'deed' && !mayCallDeeds.includes(from.level)) {
    return 'only routes and jobs import deeds';
  }
  if (serverLevels.indexOf(from.level) > serverLevels.indexOf(to.level)) {
    return `the server’s ${from.level} does not import ${to.level}`;
  }
  return from.level === 'room' && to.level === 'room' ? judgeRooms(from, to) : undefined;
}

const mayCallDeeds: readonly ServerLevel[] = ['main', 'app', 'routes and jobs', 'deed'];

function judgeAdapter(from: InServer, to: InServer): Verdict {
  if (to.level !== 'ground') return 'an adapter imports its port and its SDK';
  if (to.provider !== undefined && to.provider !== from.provider) {
    return 'an adapter imports no other provider’s port';
  }
  return undefined;
}

function judgeRooms(from: InServer, to: InServer): Verdict {
  const order: readonly string[] = serverRooms;
  const isAllowed = order.indexOf(to.room ?? '') <= order.indexOf(from.room ?? '');
  return isAllowed
    ? undefined
    : `the room ${from.room} does not import ${to.room}, which comes after it`;
}

function judgeWeb(from: InWeb, to: InWeb): Verdict {
  if (webLevels.indexOf(from.level) > webLevels.indexOf(to.level)) {
    return `the web’s ${from.level} does not import ${to.level}`;
  }
  if (from.folder === to.folder || to.folder === 'layout' || from.folder === 'layout') {
    return undefined;
  }
  if (from.level === 'part' && to.level === 'part') return 'only pages compose rooms';
  if (from.level === 'page' && to.level === 'page')
    return 'a page does not import another room’s page';
  return undefined;
}

function isTest(place: Place): place is InTests {
  return place.level === 'test';
}
