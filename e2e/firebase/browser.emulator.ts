import { testFirebaseInTheBrowser } from '../../web/testing/firebase-port-test.ts';
import { emulatorUrl } from './emulator-host.ts';

testFirebaseInTheBrowser(async () => ({ url: emulatorUrl(), stop: () => undefined }));
