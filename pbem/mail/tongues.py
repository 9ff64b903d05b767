"""What mail programs and their users say around a letter, one row a language; `|` parts the choices.

A language that is missing here is not lost: a date, an address and a colon make an attribution in any of them, and
lines of `Name: value` make a block of headers. Words are compared without case.
"""

from __future__ import annotations

from msgspec import Struct


class Tongue(Struct, frozen=True):
    """The words of one language, as parts of regular expressions."""

    wrote: str
    """The verb of "Anna wrote:"."""
    sender: str
    """The header that names the author."""
    heads: str
    """Other headers of an old letter."""
    old: str
    """What stands between dashes above an old or a forwarded letter."""
    device: str
    """How a line begins that a telephone adds."""
    regards: str
    """How people end a letter, on a line of its own or before their name."""


TONGUES = {
    "en": Tongue(
        "wrote|writes|has written",
        "from",
        "sent|date|to|cc|bcc|subject|reply-to|importance|priority|attachments|received|posted at"
        "|organization|newsgroups",
        "original message|original appointment|reply message|forwarded message|begin forwarded message|forwarded by",
        r"(?:securely )?sent (?:from|via|with|using|by|on|while)|get (?:\W?outlook|bluemail|spark|typeapp) for"
        r"|from my(?=[\w' ]{2,20}$)"
        r"|(?:please )?(?:excuse|pardon|sorry for) (?:(?:my|the|any) )?(?:brevity|typos?|thumbs)|typed on|written on",
        "(?:best|kind|kindest|warm|warmest|many|with|my)? ?(?:best|kind|warm)? ?(?:regards|wishes|greetings)"
        "|best|cheers|kr|rgds|brgds|br|hugs|xoxo|yours(?: (?:sincerely|truly|faithfully))?|sincerely(?: yours)?"
        "|take care|have a (?:nice|good|great) (?:day|evening|week|weekend)|all the best|respectfully|cordially|love"
        "|(?:talk|write) (?:to you )?soon|see you(?: soon)?|bye(?: bye)?"
        "|thank(?:s| you) (?:and|&) (?:best |kind )?regards",
    ),
    "de": Tongue(
        "schrieb|schreibt|geschrieben|hat geschrieben",
        "von|absender",
        "gesendet|datum|an|betreff|kopie|blindkopie|antwort an|thema|priorität|wichtigkeit|anlagen"
        "|verschickt|gesendet am",
        "ursprüngliche nachricht|originalnachricht|original-nachricht|urspr\\. nachricht|weitergeleitete nachricht"
        "|anfang der weitergeleiteten (?:e-mail|nachricht)|ursprünglicher termin",
        "(?:gesendet|versendet|verschickt|geschrieben) (?:von|mit|aus|über|per)|von mein\\w* .{0,40} gesendet"
        "|diese nachricht wurde .{0,80} gesendet|von unterwegs|holen sie sich outlook|outlook für",
        "(?:mit )?(?:\\w{3,14}(?:e[mnrs]?|ig)(?: und)? ){0,2}gr(?:u|ü|ue)(?:ß|ss)(?:e[ns]?|le|li)?"
        "(?: (?:aus|von|vom) (?:de[mr] )?\\w+)?"
        "|mfg|lg|vg|bg|hg|hochachtungsvoll|mit (?:den )?besten empfehlungen|herzlichst(?:, ihre?)?|ihre?"
        "|bis (?:bald|dann|später|morgen)|tsch(?:ö|üss|üß|au)|ciao(?: ciao)?|servus"
        "|(?:einen? )?schöne[ns]? (?:tag|abend|woche|wochenende)(?: noch)?",
    ),
    "fr": Tongue(
        "a écrit|écrit|écrivait|a ecrit",
        "de|expéditeur",
        "envoyé|envoyé le|date|à|a|cc|objet|sujet|pour|répondre à|destinataire|importance",
        "message d.origine|message original|message initial|message transféré|message réexpédié"
        "|début d[eu] message (?:transféré|réexpédié)|courriel original",
        "envoyé (?:depuis|de|à partir|avec|via|par)|télécharger outlook|obtenez outlook|provenance",
        "(?:bien |très )?(?:cordialement|amicalement|sincèrement)|(?:meilleures |sincères )?salutations"
        "|bonne (?:journée|soirée)"
        "|à bientôt|bises|bien à vous",
    ),
    "es": Tongue(
        "escribió|escribio|escribe|ha escrito",
        "de|remitente",
        "enviado|enviado el|enviados|fecha|para|cc|asunto|responder a|importancia",
        "mensaje original|mensaje reenviado|mensaje enviado|inicio del mensaje reenviado",
        "enviado (?:desde|por|con|a través)|obtener outlook|obtén outlook|descargar outlook",
        "saludos(?: cordiales)?|un (?:saludo|abrazo)|atentamente|cordialmente|abrazos",
    ),
    "it": Tongue(
        "ha scritto|scritto|scrisse|scrive",
        "da|mittente",
        "inviato|data|a|cc|ccn|oggetto|per|rispondi a|risposta|destinatario|priorità",
        "messaggio originale|messaggio inoltrato|inizio messaggio inoltrato"
        "|inizio del messaggio inoltrato|messaggio originario",
        "(?:mail )?inviat[oa] (?:da|dal|con|via|tramite)|scarica outlook|ottieni outlook",
        "(?:cordiali|distinti)? ?saluti|cordialmente|un saluto|a presto|buona (?:giornata|serata)",
    ),
    "pt": Tongue(
        "escreveu|escreve|a escrit",
        "de|remetente",
        "enviado|enviada|enviada em|enviado em|data|para|cc|assunto|responder a|prioridade",
        "mensagem original|mensagem encaminhada|mensagem reencaminhada"
        "|início da mensagem (?:reencaminhada|encaminhada)",
        "enviad[oa] (?:do|da|de|pelo|a partir|através|via|com)|obter (?:o )?outlook|baixe o outlook",
        "atenciosamente|(?:com os )?(?:melhores )?cumprimentos|abraços?|att|saudações|cordialmente",
    ),
    "nl": Tongue(
        "schreef|schrijft|het volgende geschreven|geschreven",
        "van|afzender",
        "verzonden|datum|aan|cc|onderwerp|antwoord aan|prioriteit|beantwoorden aan",
        "oorspronkelijk bericht|origineel bericht|doorgestuurd bericht|begin doorgestuurd bericht|originele bericht",
        "(?:verzonden|verstuurd|gestuurd) (?:vanaf|van|met|via|door|vanuit)|outlook voor|download outlook",
        "(?:met )?(?:vriendelijke|hartelijke|beste|veel)? ?groet(?:en|jes)?|mvg|hoogachtend",
    ),
    "sv": Tongue(
        "skrev|skriver",
        "från",
        "skickat|skickades|datum|till|kopia|ämne|svara till|prioritet",
        "ursprungligt meddelande|originalmeddelande|vidarebefordrat (?:meddelande|mail|brev)"
        "|vidarebefordrat meddelande",
        "skickat (?:från|med|via)|hämta outlook|skaffa outlook",
        "(?:med )?(?:vänliga?|bästa|många) hälsning(?:ar)?|hälsningar|mvh|vänligen",
    ),
    "da": Tongue(
        "skrev|skriver",
        "fra",
        "sendt|dato|til|cc|emne|svar til|prioritet",
        "oprindelig (?:meddelelse|besked)|original meddelelse|videresendt (?:besked|meddelelse|mail)"
        "|start på videresendt besked",
        "sendt (?:fra|med|via)|hent outlook|få outlook",
        "(?:med )?(?:venlig|venlige|kærlig|mange) hilsen(?:er)?|hilsen|mvh|vh|kh|de bedste hilsner",
    ),
    "no": Tongue(
        "skrev|skriver",
        "fra",
        "sendt|dato|til|kopi|emne|svar til",
        "opprinnelig melding|original melding|videresendt melding|start på videresendt melding",
        "sendt (?:fra|med|via)|skaff deg outlook|få outlook",
        "(?:med )?(?:vennlig|beste|hjertelig)e? hilsen(?:er)?|mvh|hilsen",
    ),
    "fi": Tongue(
        "kirjoitti|kirjoittaa",
        "lähettäjä",
        "lähetetty|päivämäärä|päiväys|pvm|vastaanottaja|kopio|aihe|vastausosoite|päivä",
        "alkuperäinen viesti|välitetty viesti|edelleenlähetetty viesti|välitetty viesti alkaa",
        "lähetetty|hanki outlook",
        "(?:ystävällisin|parhain|terveisin)(?: terveisin)?|terveisin|t\\.",
    ),
    "pl": Tongue(
        r"napisał(?:\(a\)|a)?|napisal(?:\(a\)|a)?|pisze|użytkownik",
        "od|nadawca",
        "wysłano|wysłane|data|do|dw|temat|odpowiedz do|adresat|priorytet",
        "wiadomość oryginalna|oryginalna wiadomość|wiadomość przekazana|przekazana wiadomość|wiadomość napisana"
        "|początek przekazywanej wiadomości|treść przekazanej wiadomości",
        "wysłan[eoy] (?:z|za|przez|ze)|pobierz (?:aplikację )?outlook|uzyskaj",
        "(?:serdecznie )?pozdrawiam(?: serdecznie)?|z poważaniem|pozdrowienia",
    ),
    "cs": Tongue(
        r"napsal(?:\(a\)|a)?|píše",
        "od|odesílatel",
        "odesláno|datum|komu|kopie|předmět|odpovědět|priorita",
        "původní (?:zpráva|e-mail)|přeposlaná zpráva|začátek přeposlané zprávy|původní e-mail",
        "(?:ode|po)sláno (?:z|ze|pomocí|mobilem)|stáhnout outlook|získat outlook",
        "s pozdravem|(?:srdečně )?zdraví|s přáním .{0,20}|hezký den",
    ),
    "sk": Tongue(
        r"napísal(?:\(a\)|a)?|píše",
        "od|odosielateľ",
        "odoslané|dátum|komu|kópia|predmet|odpovedať",
        "pôvodná správa|preposlaná správa|začiatok preposlanej správy",
        "odoslané (?:z|zo|pomocou)",
        "s pozdravom|zdraví",
    ),
    "hu": Tongue(
        "írta|ezt írta|a következőt írta",
        "feladó|küldő",
        "elküldve|dátum|címzett|másolat|tárgy|küldés dátuma|küldve|idő",
        "eredeti üzenet|továbbított üzenet|továbbított levél|továbbított üzenet kezdete",
        r"(?:elküldve|küldve) .{0,40}|.{0,20}(?:iphone|androidos|ipad)\S{0,12} küldve|az outlook",
        "üdvözlettel|üdv|tisztelettel|szép napot",
    ),
    "ro": Tongue(
        "a scris|scrie",
        "de la|expeditor",
        "trimis|data|către|la|subiect|copie|răspunde",
        "mesaj original|mesaj redirecționat|mesajul original|mesaj retrimis|început mesaj redirecționat",
        "trimis (?:de|din|cu|prin)|descarcă outlook|obțineți outlook",
        "cu (?:stimă|respect|drag)|numai bine",
    ),
    "hr": Tongue(
        r"je napisa[ol](?:/la|la)?|napisa[ol]|пише|piše",
        "šalje|od|pošiljatelj|шаље",
        "poslano|poslato|datum|za|prima|predmet|kopija|prejemnik|zadeva",
        "izvorna poruka|originalna poruka|izvorno sporočilo|proslijeđena poruka|posredovano sporočilo",
        "poslano (?:s|sa|iz|z)|poslato (?:sa|iz)",
        "(?:lijep|lep|srdačan) pozdrav|lp|s poštovanjem|lep pozdrav",
    ),
    "ru": Tongue(
        r"написала?(?:\(а\))?|пишет|писала?|пользователь",
        "от|от кого",
        "отправлено|дата|кому|тема|копия|важность|ответить",
        "исходное сообщение|пересылаемое сообщение|пересланное (?:сообщение|письмо)"
        "|начало переадресованного сообщения"
        "|оригинальное сообщение|переадресованное сообщение|конец переадресованного сообщения",
        "отправлено (?:с|из|через|от)|отправлено|скачать outlook|получить outlook",
        "с (?:наилучшими )?(?:уважением|пожеланиями|приветом)|всего (?:доброго|хорошего)|удачи",
    ),
    "uk": Tongue(
        r"написа(?:в|ла)(?:\(ла\))?|пише",
        "від|від кого",
        "надіслано|відправлено|дата|кому|тема|копія|надісланий",
        "вихідне повідомлення|оригінальне повідомлення|переслане повідомлення|початок листа",
        "(?:надіслано|відправлено) (?:з|із|за|через)",
        "з повагою|всього найкращого",
    ),
    "bg": Tongue(
        "написа|пише",
        "от",
        "изпратено|дата|до|относно|тема|копие",
        "оригинално (?:писмо|съобщение)|препратено (?:писмо|съобщение)",
        "изпратено (?:от|с|чрез)",
        "(?:с )?(?:поздрави|уважение)",
    ),
    "el": Tongue(
        "έγραψε|γράφει|εγραψε",
        "από",
        "στάλθηκε|ημερομηνία|προς|θέμα|κοιν|αποστολή",
        "αρχικό μήνυμα|προωθημένο μήνυμα|πρωτότυπο μήνυμα",
        "στάλθηκε (?:από|με|μέσω)|εστάλη",
        "με εκτίμηση|φιλικά|χαιρετισμούς",
    ),
    "tr": Tongue(
        "yazdı|şunu yazdı|şunları yazdı|yazmış",
        "kimden|gönderen",
        "gönderildi|gönderilme|tarih|kime|bilgi|konu|alıcı|gönderme tarihi",
        "orijinal (?:mesaj|ileti)|özgün ileti|iletilmiş ileti|iletilen (?:mesaj|ileti)"
        "|yönlendirilen mesaj|iletilen mesajın başlangıcı",
        r".{0,30}(?:dan|den|tan|ten) gönderildi|outlook'u edinin|gönderildi",
        "saygılar(?:ımla|ımızla)?|iyi (?:günler|çalışmalar)|sevgiler",
    ),
    "vi": Tongue(
        "đã viết|viết",
        "từ|người gửi",
        "đã gửi|ngày|đến|tới|chủ đề|tiêu đề|gửi",
        "thư gốc|tin nhắn gốc|thư đã chuyển tiếp|tin nhắn được chuyển tiếp|forwarded message",
        "(?:đã )?(?:gửi|được gửi) (?:từ|bằng)|tải outlook",
        "trân trọng|thân ái|thân mến",
    ),
    "id": Tongue(
        "menulis|telah menulis",
        "dari",
        "dikirim|terkirim|tanggal|kepada|ke|perihal|subjek",
        "pesan asli|pesan terusan|pesan yang diteruskan",
        "dikirim (?:dari|dengan|melalui|oleh)",
        "salam(?: hormat)?|hormat saya",
    ),
    "zh": Tongue(
        "写道|寫道|写到|撰写|来信|已寫|於.{0,40}寫",
        "发件人|寄件者|寄件人|發件人|寄件者",
        "发送时间|发送日期|日期|收件人|收件者|主题|主旨|主題|抄送|副本|時間|时间|寄件日期|傳送",
        "原始邮件|原始郵件|原始消息|转发邮件|轉寄郵件|转发的邮件|回复的原邮件|回复邮件|转发自|轉寄訊息|邮件原件|original",
        "[发發]自.{0,20}|[从從]我的.{0,20}|[来來]自.{0,20}|获取.{0,12}outlook|取得.{0,12}outlook|使用.{0,20}发送",
        "此致|祝好|顺祝.{0,8}|敬礼",
    ),
    "ja": Tongue(
        "のメール|のメッセージ|書きました|書いた|が書|wrote",
        "差出人|送信者|from",
        "送信日時|日時|日付|宛先|件名|送信日|to|cc",
        "元のメッセージ|転送されたメッセージ|転送メッセージ|転送開始|オリジナルメッセージ|original message",
        "(?:私の)?.{0,20}から送信|.{0,20}で送信|.{0,20}より送信|outlook .{0,12}を(?:入手|ダウンロード)",
        "よろしくお願い(?:いた)?します|敬具",
    ),
    "ko": Tongue(
        "작성|님이 작성|썼습니다|쓴 글|메시지",
        "보낸 ?사람|보낸이|발신",
        "보낸 ?날짜|날짜|받는 ?사람|받는이|제목|참조|수신",
        "원본 ?메(?:시|세)지|원본 메일|전달된 메(?:시|세)지|전달 메시지|전달된 편지",
        ".{0,24}에서 보냄|.{0,24}에서 발송|.{0,24}에서 전송",
        "감사합니다|.{0,12}드림|.{0,12}올림",
    ),
    "ar": Tongue(
        "كتب|كتبت|تمت كتابة ما يلي بواسطة",
        "من",
        "أرسل|تم الإرسال|تاريخ|التاريخ|إلى|الموضوع|نسخة",
        "الرسالة الأصلية|رسالة معاد توجيهها|الرسالة المحولة|رسالة أصلية",
        "أرسلت من|مرسل من|تم الإرسال من",
        "مع (?:أطيب |خالص )?.{3,20}|تحياتي",
    ),
    "he": Tongue(
        "כתב|כתבה|כתב/ה|מאת",
        "מאת",
        "נשלח|תאריך|אל|נושא|עותק",
        "הודעה מקורית|הודעה שהועברה|תחילת ההודעה שהועברה",
        "נשלח מ\\S{0,12}|נשלח",
        "בברכה",
    ),
}


def words(part: str) -> str:
    """What one part is called in any language."""
    every = dict.fromkeys(word for tongue in TONGUES.values() for word in choices(getattr(tongue, part)))
    return "|".join(sorted(every, key=len, reverse=True))


def choices(words: str) -> list[str]:
    """The choices of a row; those within brackets belong together."""
    found, depth = [""], 0
    for letter in words:
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if letter == "|" and not depth:
            found.append("")
        else:
            found[-1] += letter
    return found
