import type { Role } from '#contract/constants.ts';
import { demoAccounts } from '#contract/identity/demo-accounts.ts';

export interface DemoPerson {
  /** The name by which instruments refer to this person. */
  key: string;
  name: string;
  email: string;
  role: Role;
  /** Whether an admin has verified this seller. */
  verified: boolean;
  joinedDaysAgo: number;
  /** On the page of a seller, in their own words. */
  introduction?: { about: string; town: string; spoken: readonly string[] };
}

export const demoPeople: readonly DemoPerson[] = [
  {
    key: 'admin',
    name: 'Nora Vance',
    email: 'admin@reprise.test',
    role: 'admin',
    verified: false,
    joinedDaysAgo: 900,
  },
  {
    key: 'seller',
    name: 'Inès Moreau',
    email: 'seller@reprise.test',
    role: 'seller',
    verified: true,
    joinedDaysAgo: 612,
    introduction: {
      about:
        'I play in a chanson trio and sell what I no longer take on stage. Everything travels in its case, with the strings loosened and a second box around it.',
      town: 'Lyon',
      spoken: ['fr', 'en'],
    },
  },
  {
    key: 'seller2',
    name: 'Theo Lindqvist',
    email: 'seller2@reprise.test',
    role: 'seller',
    verified: false,
    joinedDaysAgo: 133,
  },
  {
    key: 'buyer',
    name: 'Jonas Whitfield',
    email: 'buyer@reprise.test',
    role: 'buyer',
    verified: false,
    joinedDaysAgo: 240,
  },
  {
    key: 'buyer2',
    name: 'Amara Osei',
    email: 'buyer2@reprise.test',
    role: 'buyer',
    verified: false,
    joinedDaysAgo: 75,
  },
  {
    key: 'keller',
    name: 'Miriam Keller',
    email: 'miriam.keller@reprise.test',
    role: 'buyer',
    verified: false,
    joinedDaysAgo: 190,
  },
  {
    key: 'tanaka',
    name: 'Sora Tanaka',
    email: 'sora.tanaka@reprise.test',
    role: 'buyer',
    verified: false,
    joinedDaysAgo: 170,
  },
  {
    key: 'baptiste',
    name: 'Marguerite Baptiste',
    email: 'marguerite.baptiste@reprise.test',
    role: 'seller',
    verified: true,
    joinedDaysAgo: 845,
    introduction: {
      about:
        'Horns from two generations of street parades. I play each one for a week before I write about it, and I tell you which valve is slow.',
      town: 'New Orleans',
      spoken: ['en', 'fr'],
    },
  },
  {
    key: 'okonkwo',
    name: 'Okonkwo & Daughter, Instrument Repairs',
    email: 'workshop.okonkwo@reprise.test',
    role: 'seller',
    verified: true,
    joinedDaysAgo: 731,
    introduction: {
      about:
        'My father repaired instruments in Peckham for forty years, and I carry on. What we sell has been on the bench, and we say what was done to it.',
      town: 'London',
      spoken: ['en'],
    },
  },
  {
    key: 'ishida',
    name: 'Haruka Ishida',
    email: 'haruka.ishida@reprise.test',
    role: 'seller',
    verified: false,
    joinedDaysAgo: 158,
    introduction: {
      about:
        'シンセサイザーと電子楽器が好きで集めています。発送の前に、すべての鍵盤とつまみを自宅で確認しています。',
      town: '東京',
      spoken: ['ja', 'en'],
    },
  },
  {
    key: 'quiroga',
    name: 'Alba Quiroga',
    email: 'alba.quiroga@reprise.test',
    role: 'seller',
    verified: false,
    joinedDaysAgo: 310,
    introduction: {
      about:
        'Toco tango en San Telmo. Vendo lo que ya no cabe en casa; antes de enviarlo lo reviso y lo afino.',
      town: 'Buenos Aires',
      spoken: ['es'],
    },
  },
  {
    key: 'diallo',
    name: 'Samba Diallo',
    email: 'samba.diallo@reprise.test',
    role: 'seller',
    verified: true,
    joinedDaysAgo: 402,
    introduction: {
      about:
        'Je joue du djembé et j’anime des ateliers à Dakar. Ce que je vends a servi sur scène ou en classe, et se joue encore.',
      town: 'Dakar',
      spoken: ['fr', 'wo'],
    },
  },
];

/** The people as whom visitors can sign in; the others only sell. */
export const demoPeopleWithAccounts = demoPeople.filter((person) =>
  demoAccounts.some(({ email }) => email === person.email),
);
