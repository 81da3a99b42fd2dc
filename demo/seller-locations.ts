/** The place where each demo seller offers instruments, and the seller's phone number. */
export const sellerLocations = {
  baptiste: {
    treme: at('baptiste', '504-555-0132', 'Tremé, New Orleans'),
    bywater: at('baptiste', '504-555-0132', 'Bywater, New Orleans'),
  },
  diallo: {
    medina: at('diallo', '+221 555 0169', 'Médina, Dakar'),
    ouakam: at('diallo', '+221 555 0169', 'Ouakam, Dakar'),
    plateau: at('diallo', '+221 555 0169', 'Plateau, Dakar'),
  },
  ishida: {
    shimokitazawa: at('ishida', '+81 555 0145', 'Shimokitazawa, Tokyo'),
    nakazakicho: at('ishida', '+81 555 0145', 'Nakazakichō, Osaka'),
  },
  okonkwo: {
    brixton: at('okonkwo', '+44 555 0117', 'Brixton, London'),
    leytonstone: at('okonkwo', '+44 555 0117', 'Leytonstone, London'),
    peckham: at('okonkwo', '+44 555 0117', 'Peckham, London'),
  },
  quiroga: {
    laBoca: at('quiroga', '+54 555 0158', 'La Boca, Buenos Aires'),
    palermo: at('quiroga', '+54 555 0158', 'Palermo, Buenos Aires'),
    sanTelmo: at('quiroga', '+54 555 0158', 'San Telmo, Buenos Aires'),
  },
  seller: {
    croixRousse: at('seller', '+33 555 0104', 'Croix-Rousse, Lyon'),
    guillotiere: at('seller', '+33 555 0104', 'Guillotière, Lyon'),
  },
  seller2: {
    mollevangen: at('seller2', '+46 555 0123', 'Möllevången, Malmö'),
    sodermalm: at('seller2', '+46 555 0123', 'Södermalm, Stockholm'),
  },
} as const;

function at(seller: string, phone: string, location: string) {
  return { seller, phone, location };
}
