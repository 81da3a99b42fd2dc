interface RunByTest {
  command: RegExp;
  /** The file of the test that runs it, and what stands there because of it. */
  test: string;
  runs: string;
}
interface NotRun {
  command: RegExp;
  /** Why no test can run it as it stands. */
  reason: string;
}

const machine =
  'It changes users, services and folders of the machine: root, systemd and an address are needed.';
const docker =
  'It needs Docker; container-example.test.ts and deploy.test.ts check what it would run.';
const long = 'It takes minutes to hours on a quiet machine, and measures or tests by itself.';

/** What the documentation shows for the shell, checked by `documented-commands.test.ts`. */
export const documentedCommands: readonly (RunByTest | NotRun)[] = [
  {
    command: /^npm start$/,
    test: 'scripts/start.full.test.ts',
    runs: "args = ['scripts/start.mjs']",
  },
  {
    command: /^npm run launch$/,
    test: 'scripts/start.full.test.ts',
    runs: "['scripts/launch.mjs']",
  },
  {
    command: /^npm run doctor$/,
    test: 'scripts/start.full.test.ts',
    runs: "['scripts/doctor.mjs']",
  },
  {
    command: /^npm run shop:new -- /,
    test: 'scripts/shop-new.test.ts',
    runs: 'each command of docs/shop.md writes a shop',
  },
  {
    command: /^npm run shop:preview$/,
    test: 'scripts/shop-preview.full.test.ts',
    runs: "['scripts/shop-preview.mjs']",
  },
  {
    command: /^npm run shop:texts -- --new da$/,
    test: 'scripts/shop-texts.test.ts',
    runs: "'--new'",
  },
  {
    command: /^npm run shop:texts -- wishlist$/,
    test: 'scripts/shop-texts.test.ts',
    runs: "shopTexts('",
  },
  {
    command: /^npm run backup -- \/backups\//,
    test: 'scripts/start.full.test.ts',
    runs: "['scripts/backup.mjs', 'backup', backup]",
  },
  {
    command: /^npm run backup -- --verify /,
    test: 'scripts/start.full.test.ts',
    runs: "['scripts/backup.mjs', 'backup', '--verify', backup]",
  },
  {
    command: /^DATA_DIR=\S+ npm run restore -- \/backups\//,
    test: 'scripts/start.full.test.ts',
    runs: "['scripts/backup.mjs', 'restore', backup]",
  },
  {
    command: /^DATA_DIR=\S+ DEMO=0 npm start$/,
    test: 'scripts/start.full.test.ts',
    runs: '{ DATA_DIR: restored, SHOP_DIR: shopFolder, HOME: place }',
  },
  {
    command: /^SERVERS=auto npm start$/,
    test: 'server/startup/worker-processes.full.test.ts',
    runs: "SERVERS: '2'",
  },
  {
    command: /^npm run maintain -- remove-factors /,
    test: 'server/maintenance/tasks.test.ts',
    runs: "perform('remove-factors'",
  },
  {
    command: /^npm run maintain -- move-pictures disk s3$/,
    test: 'server/maintenance/tasks.test.ts',
    runs: "perform('move-pictures', 'disk', 's3')",
  },
  {
    command: /^npm run report:moderation -- 2026$/,
    test: 'server/maintenance/report-moderation.test.ts',
    runs: 'reportModeration(client, [year])',
  },
  {
    command: /^jq -r 'select\(\.event == "sign-in-failed"\) \| \.(place|account)'/,
    test: 'server/http/security/security-log.test.ts',
    runs: 'which place tries which account',
  },
  {
    command: /^curl --fail \S+\/readyz$/,
    test: 'scripts/start.full.test.ts',
    runs: "status('/readyz')",
  },
  { command: /^npm test$/, reason: 'It is the run that this test is part of.' },
  { command: /^npm run test:browsers/, reason: long },
  { command: /^npm run test:upgrade -- /, reason: long },
  { command: /^node bench\//, reason: long },
  {
    command: /^npm run build$/,
    reason: 'Every run of the browser tests begins with it (package.json, test:e2e).',
  },
  { command: /^docker /, reason: docker },
  { command: /^cp deploy\/compose\.env\.example /, reason: docker },
  { command: /^(sudo |apt-get install |cd \/opt\/reprise$)/, reason: machine },
  {
    command: /^(for type in |aws s3 cp |done$)/,
    reason: 'It needs a bucket at Amazon and its program; move-pictures after it is tested.',
  },
];
