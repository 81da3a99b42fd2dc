import type { Category, Condition } from '#contract/constants.ts';

/** Other words for a category, in the same languages as instruments. A search for one finds the whole category. */
export const categoryWords: Readonly<Record<Category, string>> = {
  Brass:
    'blech blechbläser blechblasinstrument blechblasinstrumente metales cuivres 金管 金管楽器 ブラス نحاسيه نحاسيات',
  Keyboard:
    'keyboards keys tasten tasteninstrument tasteninstrumente teclado teclados clavier claviers tastiera tastiere 鍵盤 鍵盤楽器 مفاتيح',
  Woodwind:
    'woodwinds holz holzbläser holzblasinstrument holzblasinstrumente maderas bois 木管 木管楽器 خشبيه',
  String:
    'strings saiteninstrument saiteninstrumente streicher streichinstrument streichinstrumente cuerda cuerdas cordes 弦楽器 وتريه وتريات',
  Percussion:
    'schlagwerk schlaginstrument schlaginstrumente perkussion percusion percussions 打楽器 パーカッション ايقاعيه ايقاع ايقاعات',
};

/** Other words for a condition, in the six languages of the shop. */
export const conditionWords: Readonly<Record<Condition, string>> = {
  Excellent: 'excellent mint hervorragend neuwertig excelente 美品 極上 ممتاز ممتازه',
  Good: 'good gut guter gute gutes bon bonne bueno buena 良品 良好 جيد جيده',
  Fair: 'fair akzeptabel correct aceptable 並品 مقبول مقبوله',
};

/**
 * Instruments: the English word, and the same in German, Spanish and French, of the most frequent also in Italian, Dutch,
 * Portuguese, Swedish and Polish. Each finds what the others find.
 */
export const instrumentWords: Readonly<Record<string, string>> = {
  trumpet:
    'trompete trompeten trompeta trompetas trompette trompettes tromba trombe trompet trompetten trumpeter trabka',
  trombone: 'posaune posaunen trombon tromboni puzon',
  horn: 'waldhorn waldhörner trompa corno corni waldhoorn valthorn',
  tuba: 'tuben',
  cornet: 'kornett kornette corneta cornetas',
  violin:
    'geige geigen violine violinen fiddle fiddles violon violons violino violini viool violen fiol fioler skrzypce',
  viola: 'bratsche bratschen',
  cello: 'violoncello violoncelli violoncelle violonchelo chelo celli wiolonczela',
  guitar:
    'axe gitarre gitarren guitarra guitarras guitare guitares chitarra chitarre gitaar gitaren violao gitarr gitarrer gitara',
  harp: 'harfe harfen arpa arpas harpe harpa',
  flute: 'flöte flöten querflöte querflöten flauta flautas flauto flauti fluit fluiten flöjt flet',
  recorder: 'blockflöte blockflöten altblockflöte sopranblockflöte blokfluit blockflöjt',
  clarinet:
    'klarinette klarinetten clarinete clarinetes clarinette clarinettes clarinetto clarinetti klarinet klarinett klarnet',
  saxophone:
    'saxophon saxofon saxofone saxofones saxo sax saxes sassofono sassofoni saxofoon saksofon',
  oboe: 'oboen hautbois',
  bassoon: 'fagott fagotte fagot',
  accordion:
    'squeezebox akkordeon akkordeons ziehharmonika schifferklavier acordeon acordeones accordeon fisarmonica fisarmoniche sanfona dragspel akordeon',
  harmonica: 'mundharmonika mundharmonikas armonica',
  piano: 'klavier klaviere pianoforte pianos pianino',
  organ: 'orgel orgeln organo orgue orgels organy',
  synthesizer:
    'synth synths synthesiser synthesisers sintetizador sintetizadores synthetiseur syntezator',
  drum: 'trommel trommeln schlagzeug tambor tambores tambour bateria batterie tamburo tamburi trommels batteria trumma trummor perkusja',
  bell: 'glocke glocken campana campanas cloche klocka',
  ukulele: 'ukelele ukeleles uke ukes',
  cymbal: 'becken platillos cymbale cymbales',
  timpani: 'timps kettledrum kettledrums pauke pauken timbal timbales timbale',
  maracas: 'maraca shaker shakers rassel rasseln',
  tambourine: 'tamburin pandereta panderetas tambourin',
  xylophone: 'xylophon xilofono',
  bagpipe: 'bagpipes dudelsack dudelsäcke sackpfeife gaita gaitas cornemuse cornemuses',
  mandolin: 'mandoline mandolinen mandolina mandolinas mandolines',
  harpsichord: 'cembalo cembali clavecin clavecins',
  microphone: 'mic mics mike mikrofon mikrofone microfono',
  amplifier: 'amp amps verstärker amplificador amplificateur amplificatore versterker förstärkare',
};

/** Instruments that have no kind of their own in contract/instruments/kinds.json, in the languages that write them otherwise. */
export const rarerInstruments: Readonly<Record<string, string>> = {
  piccolo: 'piccoloflöte flautín ピッコロ بيكولو',
  baritone: 'baritonhorn バリトンホルン باريتون',
  sousaphone: 'sousaphon soubassophone sousafón スーザフォン سوزافون',
  harmonium: 'armonio ハーモニウム هارمونيوم',
  concertina: 'konzertina コンサーティーナ كونسرتينا',
  bouzouki: 'buzuki ブズーキ بزق بوزوكي',
  mandola: 'mandole マンドラ',
  koto: '箏 琴 كوتو',
  sanshin: '三線',
  biwa: '琵琶',
  bongo: 'bongos bongó ボンゴ بونغو',
  steelpan: 'スティールパン スチールパン',
  riq: 'レク رق',
  daf: 'ダフ دف',
  bendir: 'بندير',
  bodhran: 'bodhrán バウロン',
  marimba: 'マリンバ ماريمبا',
  vibraphone: 'vibraphon vibráfono ビブラフォン فيبرافون',
  glockenspiel: 'グロッケン 鉄琴',
  taiko: '和太鼓 太鼓 大太鼓 たいこ تايكو',
  tom: 'タム توم',
  gong: 'ゴング',
  hihat: 'ハイハット charleston',
  castanets: 'castanet kastagnetten castagnettes castañuelas カスタネット كاستانيت',
  kalimba: 'カリンバ كاليمبا',
  tabla: 'タブラ تابلا',
  cowbell: 'kuhglocke cencerro カウベル',
  triangle: 'triangel triángulo トライアングル مثلث',
  ney: 'nay ناي',
  shakuhachi: '尺八 شاكوهاتشي',
  ocarina: 'okarina オカリナ أوكارينا',
  quena: 'ケーナ',
  whistle: 'ホイッスル',
  qanun: 'kanun カーヌーン قانون',
  lyre: 'leier ライアー',
  sampler: 'échantillonneur サンプラー سامبلر',
  lute: 'laute luth laúd リュート',
  zither: 'cítara ツィター',
  celesta: 'チェレスタ',
};

/**
 * Kinds that belong to another one, and makes whose listings often do not say the kind. They are found by its words too, behind
 * it. Their own words find only themselves.
 */
export const narrowerKinds: Readonly<Record<string, string>> = {
  drum: 'snare, djembe, conga, bongo, timpani',
  accordion: 'bandoneon, concertina, melodeon',
  synthesizer: 'moog, minimoog, juno, dx7, ms20',
  piano: 'rhodes, wurlitzer, clavinova',
  organ: 'hammond, farfisa',
  cymbal: 'hihat, zildjian, sabian, paiste',
};

/** Further kinds of instruments, which have no other words here. */
export const furtherKinds =
  'flugelhorn euphonium sousaphone bugle celesta melodica sampler piccolo pipe ' +
  'banjo bass sitar zither lute oud kora dulcimer bouzouki concertina melodeon harmonium keytar ocarina whistle kalimba handpan snare djembe cajon conga bongo marimba ' +
  'vibraphone glockenspiel theremin';

/** What players call their instruments, and words that are written in two ways. */
export const nicknames: Readonly<Record<string, string>> = {
  stratocaster: 'strat strats strato',
  telecaster: 'tele teles',
  bandoneon: 'bandonion',
  djembe: 'jembe djembes jembes',
  analogue: 'analog',
};

/** Single words for what English has several: alternatives, each of which ends with the kind of the instrument. */
export const compounds: Readonly<Record<string, string>> = {
  kontrabass: 'double bass',
  contrabass: 'double bass',
  contrabajo: 'double bass',
  contrebasse: 'double bass',
  flügel: 'grand piano',
  flygel: 'grand piano',
  konzertflügel: 'grand piano',
  epiano: 'electric piano, digital piano, stage piano',
  egitarre: 'electric guitar',
  westerngitarre: 'acoustic guitar',
  akustikgitarre: 'acoustic guitar',
  konzertgitarre: 'classical guitar',
  ebass: 'electric bass, c:String n:bass, bass guitar',
  bassgitarre: 'electric bass, c:String n:bass, bass guitar',
  pbass: 'precision bass',
  jbass: 'jazz bass',
  edrum: 'electronic drum',
  edrums: 'electronic drum',
  altsaxophon: 'alto saxophone',
  tenorsaxophon: 'tenor saxophone',
  sopransaxophon: 'soprano saxophone',
  baritonsaxophon: 'baritone saxophone',
};

/** The same place in several languages. */
export const cities =
  'munich münchen, cologne köln, vienna wien viena, prague praha prag, gothenburg göteborg, copenhagen københavn kopenhagen, ' +
  'lisbon lisboa lissabon, rome roma, milan milano mailand, naples napoli neapel, florence firenze florenz, ' +
  'venice venezia venedig, turin torino, geneva genève genf ginebra, nuremberg nürnberg, hanover hannover, ' +
  'brussels bruxelles brussel brüssel, antwerp antwerpen, ghent gent, bruges brugge, warsaw warszawa warschau, ' +
  'krakow krakau cracow, athens athen, seville sevilla, havana habana, moscow moskva moskau, basel basle, bern berne, ' +
  'lucerne luzern, strasbourg straßburg';

export const numbers =
  'two 2 ii, three 3 iii, four 4 iv, five 5, six 6 vi, seven 7 vii, eight 8 viii, nine 9 ix, ten 10, twelve 12';

/** Found only when they are typed, because in texts they mean something else: 'batterie' is a battery too. */
export const ambiguous: ReadonlySet<string> = new Set(
  (
    'batterie bateria batteria becken flugel trompa tuben mike axe alto cor hang caja arco ud crapaud gut bon bonne correct ' +
    'bajo basse leier triangel charleston مثلث قوس'
  ).split(' '),
);

/** Words that mean something together, and single ones for several. */
export const phrases: Readonly<Record<string, string>> = {
  'b flat': 'bb, b',
  'e flat': 'eb, e',
  'bass guitar': 'electric bass, c:String n:bass',
  'guitare basse': 'electric bass, c:String n:bass, bass guitar',
  bajo: 'electric bass, c:String n:bass, bass guitar',
  basse: 'electric bass, c:String n:bass, bass guitar',
  ベース: 'electric bass, c:String n:bass, bass guitar',
  'sehr gut': 'o:Excellent',
  'excellent etat': 'o:Excellent',
  'bon etat': 'o:Good',
  'etat correct': 'o:Fair',
  'viento metal': 'c:Brass',
  'viento madera': 'c:Woodwind',
  englischhorn: 'english horn, cor anglais',
  イングリッシュホルン: 'english horn, cor anglais',
  コールアングレ: 'english horn, cor anglais',
  'هورن انجليزي': 'english horn, cor anglais',
  ティンパニ: 'timpani',
  タンバリン: 'tambourine',
  アンプ: 'amplifier, amp',
  مضخم: 'amplifier, amp',
  三味線: 'shamisen',
  しゃみせん: 'shamisen',
  'bajo electrico': 'electric bass, c:String n:bass, bass guitar',
  'upright bass': 'double bass',
  'bull fiddle': 'double bass',
  'mouth organ': 'harmonica, mundharmonika',
  'blues harp': 'harmonica, mundharmonika',
  'drum set': 'drum kit',
  'drum kit': 'drum set',
  'side drum': 'snare',
  'kleine trommel': 'snare',
  'caisse claire': 'snare',
  'grosse trommel': 'bass drum',
  'grosse caisse': 'bass drum',
  bombo: 'bass drum',
  'african drum': 'djembe',
  'box drum': 'cajon',
  'flute a bec': 'recorder, blockflote',
  'flauta dulce': 'recorder, blockflote',
  'flauto dolce': 'recorder, blockflote',
  'flute traversiere': 'flute',
  'flauta travesera': 'flute',
  'flauto traverso': 'flute',
  'cor d harmonie': 'horn',
  'cor anglais': 'english horn',
  'corno ingles': 'english horn, cor anglais',
  'english horn': 'cor anglais',
  'tin whistle': 'penny whistle',
  'piano a queue': 'grand piano',
  'piano de cola': 'grand piano',
  'pianoforte a coda': 'grand piano',
  'piano droit': 'upright piano',
  'piano vertical': 'upright piano',
  handbell: 'bell',
  'wind instrument': 'c:Brass, c:Woodwind',
  'wind instruments': 'c:Brass, c:Woodwind',
  'native instruments': 'nativeinstruments',
  lefty: 'left handed',
  linkshänder: 'left handed',
  zurdo: 'left handed',
  zurda: 'left handed',
  gaucher: 'left handed',
};

/** What is said of instruments, in the same languages: each word finds what the others of its group find. */
export const qualities: readonly string[] = [
  'electric elektrisch elektrische electrica electrico electrique elettrica elettrico',
  'acoustic akustisch akustische acustica acustico acoustique',
  'classical klassisch klassische clasica clasico classique classica classico',
  'student beginner anfänger schüler principiante debutant',
  'child children kid kinder enfant niño niña',
  'small little klein kleine pequeño pequeña petit petite',
  'old vintage antique antik antiguo antigua ancien ancienne',
  'black schwarz schwarze negro negra noir noire nero',
  'white weiss weisse blanco blanca blanc blanche bianco',
  'red rot rote rojo roja rouge rosso',
  'blue blau blaue azul bleu bleue',
  'green grün grüne verde vert verte',
  'brown braun braune marron',
  'silver silber plata argento',
  'wooden wood madera legno hölzern',
  'case koffer estuche etui',
];
