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
  },
  {
    key: 'okonkwo',
    name: 'Okonkwo & Daughter, Instrument Repairs',
    email: 'workshop.okonkwo@reprise.test',
    role: 'seller',
    verified: true,
    joinedDaysAgo: 731,
  },
  {
    key: 'ishida',
    name: 'Haruka Ishida',
    email: 'haruka.ishida@reprise.test',
    role: 'seller',
    verified: false,
    joinedDaysAgo: 158,
  },
  {
    key: 'quiroga',
    name: 'Alba Quiroga',
    email: 'alba.quiroga@reprise.test',
    role: 'seller',
    verified: false,
    joinedDaysAgo: 310,
  },
  {
    key: 'diallo',
    name: 'Samba Diallo',
    email: 'samba.diallo@reprise.test',
    role: 'seller',
    verified: true,
    joinedDaysAgo: 402,
  },
];

/** The people as whom visitors can sign in; the others only sell. */
export const demoPeopleWithAccounts = demoPeople.filter((person) =>
  demoAccounts.some(({ email }) => email === person.email),
);
