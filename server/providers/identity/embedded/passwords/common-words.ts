/**
 * The words that people choose first as a password. `common-password.ts` also refuses each of them with digits and symbols
 * around it, with look-alike characters, and two in a row: millions of passwords from a few hundred words.
 */
export const commonWords = `
aaron abc abcd abcde abcdef abigail access adam admin adminadmin administrator ajax alan albert
alexander alexis alice always amanda amber america amor amour amy andrea andrew android angel
angela angels ann anna anthony anything apple april arsenal arthur asdf asdfgh asdfghjkl ashley
audi august austin australia autumn avatar awesome azerty baby babyboy babygirl badboy badgirl
bailey bambi banana band barbara barbie barcelona baseball basketball bass batman bayern bear
bears beatles beautiful bella benjamin berlin bestfriend betty beverly bianca bible bienvenido
bienvenue billy black blessed blessing blue bmw bobby bonjour boston bradley brandon brasil brazil
brenda brian brittany broncos brother brown brownie bruce bryan buddy bugs bulldog bulls bunny
business buster butter butterfly california camaro canada candy carl carol carolyn cat catherine
cats celtic changeit changeme charles charlie charlotte cheese chelsea cherry cheryl chevy chicago
chicken china chocolate christ christian christina christine christopher church cinnamon cisco
claudia cobra coco coffee college company computer contact contrasena cookie cookies corvette
cowboy cowboys cowgirl cricket crystal cutie cynthia daddy daisy dallas dancer daniel danielle
database david deborah debra december default demo demon denise dennis devil diamond diana diane
dodgers dog doggy dogs dollar dolphin dolphins donald donna doris dortmund dragon drummer drums
dylan eagle eagles edc edward elizabeth elvis emily eminem emma england eric espana ethan eugene
evelyn everton facebook faith falcon falcons family father february ferrari florida flower flowers
flute football ford forever fortnite france frances frank freedom friday friend friends fussball
gabriel gamer gaming gandalf garfield gary geheim genesis george gerald germany ghost giants
ginger gloria god goku golden golf golfer goodbye google grace green gregory guest guitar guitarra
hacker hallo halo hannah harley harold haslo heather heaven helen hell hello hellokitty henry
heslo hiphop hobbit hockey hola honda honey hope horse horses hottie hulk hunter hurricane
ichliebedich iloveu iloveyou india info instagram internet iphone ironman isabella italia jack
jacob jacqueline jake james janet janice january japan jasmine jason jazz jean jeffrey jennifer
jeremy jerry jesse jessica jesus jetaime joan joe john johnny joker jonathan jordan jose joseph
joshua joyce juan judith judy julia julie july june justin juventus karen katherine kathleen
kathryn kawasaki kayla keith kelly kevin killer kimberly king kingdom kings kitten kitty knight
kyle lakers larry laura lauren lawrence lemon letmein letmeinnow liberty liebe lightning linda
linux lion lisa liverpool lkjhgf logan login logmein logon london lori louis love lovely lover
lovers loveyou lozinka luck lucky madison madonna madrid maggie mama manager manchester march
margaret maria marie marilyn mario mark martha mary master matrix matthew maverick max may megan
melissa mercedes metal metallica mexico michael michelle mickey microsoft milan million
millionaire minecraft minnie mnbvcxz molly mommy monday money monkey moon moonlight motdepasse
mother music musician mustang mypass mypassword nancy naruto natalie nathan nemo newpass
newpassword newyork nicholas nicole ninja nintendo nirvana noah nopassword nothing november number
nutella ocean october office olivia one openup oracle orange oscar packers pamela panther panthers
papa paris parola pass passe passw passwd password passwort patches patricia patrick patriots paul
peace peach pepper perfect peter philip phoenix piano pikachu pink pirate pizza playstation please
poiuyt pokemon poland pooh porsche pretty prince princesa princess princesse private puppy purple
qazwsx queen qwer qwert qwerty qwertyui qwertz rabbit rachel raiders rainbow ralph randy ranger
rangers raymond realmadrid rebecca red redsox reprise richard robert roblox rock rocknroll
rockstar rocky roger ronald root rose roses roy rugby russell russia ruth ryan sabrina salasana
sales samantha sammy samsung samuel samurai sandra sara sarah sasuke satan saturday saxophone
school scorpion scott sean secret secrets security senha september server service sexy shadow
shark sharon shirley shrek sifre silver simba simone singer sister skater sky slipknot snake
snoopy soccer soldier something sonic sophia spider spiderman spirit sports spring star starcraft
starlight stars startrek starwars steelers stephanie stephen steven storm student success sugar
summer sun sunday sunflower sunshine super superman superstar superuser support surfer susan
suzuki sweetheart sweety system teacher techno temp temporary temppass tennis tequiero teresa
terry test tester testing texas thanks theresa thomas thunder thursday tiger tigger today together
tomorrow toyota trinity trumpet trustno trustnoone tucker tuesday turtle tweety twitter tyler
ubuntu user vampire vanilla victoria vincent violin virginia volleyball volvo wachtwoord walter
warcraft warrior wayne wednesday welcome whatever white william willie willkommen windows winner
winnie winter wizard wolf wolves wsx yamaha yankees yellow yesterday youtube zachary zelda zombie
zxcv zxcvbn zxcvbnm
`;

/** Passwords that are common as they stand. */
export const commonPasswords = `
00000000 00112233 0987654321 10203040 102030405 1029384756 11111111 11223344 1122334455 12121212
12312312 123123123 123321123 12341234 12345678 123456789 1234567890 12345678910 1234asdf 1234qwer
1234zxcv 13579246 135792468 147258369 147852369 159357456 18181818 19191919 1password 1q2w3e4r
1q2w3e4r5t 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 20202020 24681012 27182818 31415926 321654987 741852963
789456123 87654321 88888888 963852741 987654321 99999999 a12345678 a123456789 a1b2c3d4 a1b2c3d4e5
a1s2d3f4 aa123456 aa12345678 aabbccdd abc12345 abc123456 abcabc123 abcd1234 abcdefg1 abcdefgh
abcdefghi admin123 admin1234 administrator asd123asd asdf1234 asdfasdf asdfghjk asdfghjkl
asdzxc123 asshole1 autumn2024 azertyuiop baseball1 batman123 bigdaddy blink182 bullshit changeme
changeme1 changeme123 charlie1 computer1 correcthorsebatterystaple dragon123 football1 fuckoff1
fuckyou1 fuckyou2 iloveyou1 iloveyou2 instruments internet1 jessica1 jordan23 letmein1 lkjhgfdsa
master123 metallica michael1 mnbvcxz1 monkey123 nirvana1 p@ssw0rd p@ssw0rd1 p@ssword p@ssword1
pa55w0rd pa55word pass1234 passion1 passpass passport passw0rd password password! password1
password1! password12 password123 poiuytrewq pokemon1 princess1 q12345678 q1w2e3r4 q1w2e3r4t5
qazwsxedc qazxswedc qwe123qwe qweasd123 qweasdzxc qwer1234 qwerty1! qwerty12 qwerty123 qwerty1234
qwertyqwerty qwertyuiop samsung1 second-hand secondhand secret123 spring2024 startrek starwars1
summer2020 summer2021 summer2022 summer2023 summer2024 sunshine1 superman1 trustno1 welcome1
welcome123 whatever1 winter2020 winter2021 winter2022 winter2023 winter2024 wsxedcrfv z12345678
zaq12wsx zaq1zaq1 zxcv1234 zxcvbnm1 zxcvbnm123
`;
