"""The small words of languages in Latin letters, which tell in what language a question is. Data for `ragdesk.text.language`."""

# Small words, and what is often asked for, in lower case; without accents, but for those that are another word with them. A
# word that several languages have says less for each. The English list is the longest, and has words that look like
# another language's.
SMALL_WORDS = {
    "en": """
        a about above after again against all also am an and any are as at be because been before being below between
        both but by can cannot come comment could dans did die do does doing don done dove during each else ever every
        few for from further get gets give given gets had has hat have having he hence her here hers him his how i if
        in into is isn it its just least less let like list long made make makes many may me mean means men might mine
        more most much must my name need no nor not note now of off old on once one only or other our out over own pay
        per plus price put same say says see set shall she should show since so some son sale such tell than that the
        their them then there these they this those through time to too total two under until up us use used using
        vs was war we were what when where whether which while who whom whose why will with within without would
        yes you your page address date day days number cost costs report rule rules plan pages table summarise
        summarize explain describe compare find define please year years name names policy contract between chi
        changed changes required allowed happened work works""",
    "de": """
        aber alle als am an auch auf aus bei beim bin bis da damit darf das dass dauert dem den denn der des die dies
        diese diesem diesen dieser dieses doch du durch durfen ein eine einem einen einer eines er erklare es etwas
        fasse fur gab gegen gehort geht gelten gibt gilt habe haben hat hatte heisst ich ihr ihre ihrem ihren im in
        ins ist ja jede jeden jeder kann kein keine konnen kostet lautet liegt macht man mehr mein meine mich mir mit
        muss mussen nach nenne nicht noch nur ob oder ohne seit sein seine sich sie sind soll sollen steht uber um und
        uns unser unsere unter viel viele vom von vor wann war waren warum was weil welche welchem welchen welcher
        welches wenn wer werde werden wessen wie wieviel wir wird wo wofur woher wohin womit worin wozu wurde wurden
        zeige zu zum zur zusammen zwischen bedeutet""",
    "fr": """
        a ai ainsi alors apres au aucun aussi autre aux avant avec avez avoir avons ca ce cela celle celui ces cet
        cette chaque chez combien comment comme contre dans de depuis des deux doit doivent donc dont du elle elles en
        encore entre es est et etait ete etre eu explique faire faut font il ils je l la le les leur leurs lors lui
        mais me meme mes moins mon ne nos notre nous on ont ou par parmi pas pendant peut peuvent plus pour pourquoi
        quand que quel quelle quelles quels qu qui quoi sa sans se selon sera ses si soit son sont sous sur ta te tes
        toi ton tous tout toute toutes trouve tu un une vers voici vos votre vous signifie resume y d j n s c où à""",
    "es": """
        a al algo algun alguna ante antes aqui asi aun aunque bajo cada como con contra cual cuales cualquier cuando
        cuanta cuantas cuanto cuantos cuesta cuyo de debe deben del desde despues donde dice dos durante e el ella
        ellos en entre era eran es esa ese eso esta estan este esto estos explica fue fueron ha haber hace hago han hasta
        hay he hoy la las le les lo los mas me mi mientras mis muy ningun ninguna no nos nosotros o otra otro otros
        para pero por porque puede pueden puedo que quien quienes resume se segun ser si sido significa sin sobre son
        su sus tambien tan tener tengo tiene tienen toda todas todo todos tras tu un una unas uno unos usted vez y ya
        yo""",
    "it": """
        a ad agli ai al alla alle allo anche ancora c che chi ci cio come con contro cosa costa cui d da dagli dai dal
        dalla dalle de degli dei del dell della delle dello deve devo devono di dopo dove due durante e ed era essere fa
        fino fra fu gli ha hai hanno ho i il in io l la le lo loro ma mi mia mio nei nel nell nella nelle nello non
        nostra nostro o ogni ora per perche piu possono posso prima puo qual quale quali quando quanta quante quanti
        quanto quel quella quelle quello questa queste questi questo riassumi se sei senza si sia significa sono sopra
        spiega sta sua sue sugli sui sul sulla sulle suo suoi tra tutte tutti tutto un una uno verso vi viene è""",
    "pt": """
        a ao aos as ate cada com como contra custa da das de dela dele depois desde deve devem devo do dos e ela ele eles em
        entre era essa esse esta estao estar este eu explique faco fica foi foram ha isso isto ja lhe mais mas me mesmo meu
        meus minha muito na nao nas nem no nos nossa nosso num numa o onde os ou para pela pelas pelo pelos pode podem
        posso por porque qual quais qualquer quando quanta quantas quanto quantos que quem resuma sao se segundo seja
        sem ser seu seus si significa sob sobre sua suas tambem tem tenho ter toda todas todo todos tudo um uma umas
        uns voce voces é à às""",
    "nl": """
        aan al alle als bij betekent contract dan dat de deze die dit door dus een en er geen geldt had heb hebben heeft het
        hij hoe hoeveel hoelang iedere ik in is ja je jij jullie kan kost krijg krijgt kunnen leg maar mag meer men
        met mijn moet moeten mogen na naar niet nog nu of om omdat onder ons onze ook op over staat te tegen toen tot
        tussen uit uitleg uw van vanaf veel voor waar waarin waarmee waarom waarvoor wanneer was wat we welk welke
        werd wie wij wil worden wordt zal zich zij zijn zo zonder zou u""",
    "sv": """
        att av blev den det dar de dem denna detta du efter ej eller en ett finns fran for far galler gor ha han har
        hon hur ar inte i jag kan kostar man manga med mellan men mycket maste nar och om pa samt ska som till under
        upp ut vad var varfor vem vid vilka vilken vilket vi ska skall over""",
    "da": """
        af at blev de dem den denne der det du efter eller en er et for fra gaelder ger ha han har hun hvad hvem hvilke
        hvilken hvilket hvor hvordan hvorfor hvornar i ikke jeg kan koster man mange med mellem men meget mindst ma
        nar og om op pa skal som til under ud ved vi over""",
    "no": """
        av at ble de dem den denne der det du etter eller en er et for fra gjelder gjor ha han har hun hva hvem hvilke
        hvilken hvilket hvor hvordan hvorfor i ikke jeg kan koster man mange med mellom men mye minst ma nar og om opp
        pa skal som til under ut ved vi over""",
    "pl": """
        ale albo bez by byc byl byla czy czym co dla do gdzie go i ich ile ja jak jaka jaki jakie jako jest jesli kiedy
        kto ktora ktore ktory ma mnie moze moge musi na nad nie o od ona oraz po pod przez przy sa sie skad tak ten to
        tylko tym w we z za ze""",
    "ro": """
        a al ale are asupra au ca care cand cat cate ce cea cei cel cine cum cu dar de despre din dintre este fi fost
        in intre la mai nu o pe pentru prin sa sau se si sunt un unde unei unui""",
    "tr": """
        acaba ama bir bu cok da daha de degil gibi hangi icin ile kac kadar kim mi mu nasil ne neden nedir nerede olan
        olarak onay sonra ve veya yok""",
    "ca": """
        a al aixo amb aquest aquesta com de del dels des el els en es esta fins ha han hi i la les li els mes molt no
        o on per perque pot qual quan quant quants que qui quin quina quins sense ser si son sobre te tots un una""",
    "cs": """
        a ale co do i jak jaka jake jaky je jejich jeho jsou kde kdo kdy ktera ktere ktery kolik mezi muze musi na nebo
        o od po pod podle pro proc pri s se si ta to u v ve z za ze""",
}  # fmt: skip
# Words that ask, of one language alone: with a question mark, one of them is enough in a short question.
ASKING = frozenset(
    """wann warum welche welchem welchen welcher welches wer weshalb wieviel wo wofur woher wohin wozu
    combien pourquoi quand quelle quelles quels cual cuales cuando cuanta cuantas cuanto cuantos donde quien quienes
    quale quali quante quanti perche onde quais quantas quantos quem hoeveel hoelang waar waarom wanneer welk welke""".split()
)
