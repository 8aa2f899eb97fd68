<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>AboutDialog</name>
    <message>
        <source>About Storage Tuner</source>
        <translation>Über Storage Tuner</translation>
    </message>
    <message>
        <source>Version {version}</source>
        <translation>Version {version}</translation>
    </message>
    <message>
        <source>Finds out by measurement how a disk or an array should be set up, and sets it up. It says “=” where there is no difference.</source>
        <translation>Findet durch Messen heraus, wie eine Festplatte oder ein Verbund eingestellt sein sollte, und stellt sie so ein. Wo es keinen Unterschied gibt, sagt es „=“.</translation>
    </message>
    <message>
        <source>Free software under the GNU General Public License, version 3 or later. It comes without any warranty. Nothing is sent over the network.</source>
        <translation>Freie Software unter der GNU General Public License, Version 3 oder neuer. Ohne jede Gewähr. Nichts wird über das Netz gesendet.</translation>
    </message>
</context>
<context>
    <name>Advice</name>
    <message>
        <source>Measured here</source>
        <translation>Hier gemessen</translation>
    </message>
    <message>
        <source>Measure this…</source>
        <translation>Dies messen …</translation>
    </message>
    <message>
        <source>Measure this: {setting}</source>
        <translation>Dies messen: {setting}</translation>
    </message>
    <message numerus="yes">
        <source>What is published: %n rule(s)</source>
        <translation>
            <numerusform>Veröffentlicht ist: %n Regel</numerusform>
            <numerusform>Veröffentlicht sind: %n Regeln</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Of settings that don&apos;t exist any more: %n rule(s)</source>
        <translation>
            <numerusform>Zu Einstellungen, die es nicht mehr gibt: %n Regel</numerusform>
            <numerusform>Zu Einstellungen, die es nicht mehr gibt: %n Regeln</numerusform>
        </translation>
    </message>
    <message>
        <source>What was found of them is no advice for today.</source>
        <translation>Was darüber herausgefunden wurde, ist heute kein Rat mehr.</translation>
    </message>
</context>
<context>
    <name>AdviceTab</name>
    <message>
        <source>Worth measuring</source>
        <translation>Messen lohnt sich</translation>
    </message>
    <message>
        <source>It depends</source>
        <translation>Es kommt darauf an</translation>
    </message>
    <message>
        <source>As published rules want it</source>
        <translation>Wie veröffentlichte Regeln es wollen</translation>
    </message>
    <message>
        <source>Looking up what is published …</source>
        <translation>Es wird nachgesehen, was veröffentlicht ist …</translation>
    </message>
    <message>
        <source>Recommended settings</source>
        <translation>Empfohlene Einstellungen</translation>
    </message>
    <message>
        <source>This takes a moment.</source>
        <translation>Das dauert einen Moment.</translation>
    </message>
    <message>
        <source>Try a&amp;gain</source>
        <translation>&amp;Erneut versuchen</translation>
    </message>
</context>
<context>
    <name>AimsChoice</name>
    <message>
        <source>Reading and writing speed</source>
        <translation>Lese- und Schreibgeschwindigkeit</translation>
    </message>
    <message>
        <source>how much is done in a second</source>
        <translation>wie viel in einer Sekunde erledigt wird</translation>
    </message>
    <message>
        <source>Quick answers</source>
        <translation>Schnelle Antworten</translation>
    </message>
    <message>
        <source>how long a request takes on average</source>
        <translation>wie lange eine Anfrage im Mittel dauert</translation>
    </message>
    <message>
        <source>No long waits</source>
        <translation>Keine langen Wartezeiten</translation>
    </message>
    <message>
        <source>how long the slowest requests take</source>
        <translation>wie lange die langsamsten Anfragen dauern</translation>
    </message>
    <message>
        <source>Fairness</source>
        <translation>Fairness</translation>
    </message>
    <message>
        <source>whether programs get equal shares</source>
        <translation>ob Programme gleiche Anteile bekommen</translation>
    </message>
    <message>
        <source>Little processor time</source>
        <translation>Wenig Prozessorzeit</translation>
    </message>
    <message>
        <source>how much of the processor it takes</source>
        <translation>wie viel vom Prozessor es braucht</translation>
    </message>
    <message>
        <source>What matters &amp;follows from the use</source>
        <translation>Was zählt, &amp;folgt aus dem Zweck</translation>
    </message>
    <message>
        <source>Move &amp;up</source>
        <translation>Nach &amp;oben</translation>
    </message>
    <message>
        <source>Move &amp;down</source>
        <translation>Nach &amp;unten</translation>
    </message>
    <message>
        <source>What matters, the most important first</source>
        <translation>Was zählt, das Wichtigste zuerst</translation>
    </message>
    <message>
        <source>The first counts most, then the second and third; the rest hardly counts.</source>
        <translation>Das Erste zählt am meisten, dann das Zweite und das Dritte; der Rest zählt kaum.</translation>
    </message>
    <message>
        <source>{number}. {name}: {meaning}</source>
        <translation>{number}. {name}: {meaning}</translation>
    </message>
</context>
<context>
    <name>Apply</name>
    <message>
        <source>Try now sets them for {seconds} seconds; then the old ones return by themselves.</source>
        <translation>„Jetzt ausprobieren“ setzt sie für {seconds} Sekunden; danach kehren die alten von selbst zurück.</translation>
    </message>
    <message>
        <source>There is nothing to keep: the practice disk is removed at the end.</source>
        <translation>Zu behalten gibt es nichts: Der Übungs-Datenträger wird am Ende entfernt.</translation>
    </message>
    <message>
        <source>Keep until restart leaves them set until then; Keep for good has them set again at every start, and first shows what it would write where.</source>
        <translation>„Bis zum Neustart behalten“ lässt sie bis dahin gesetzt; „Dauerhaft behalten“ setzt sie bei jedem Start wieder und zeigt vorher, was es wohin schreiben würde.</translation>
    </message>
    <message>
        <source>None of it is set: what was set already came back everywhere.</source>
        <translation>Nichts davon ist gesetzt: Was schon gesetzt war, wurde überall zurückgenommen.</translation>
    </message>
    <message>
        <source>Settings that were on trial come back by themselves.</source>
        <translation>Einstellungen zur Probe kehren von selbst zurück.</translation>
    </message>
    <message>
        <source>Other disks of the same array have their old settings.</source>
        <translation>Andere Datenträger desselben Verbunds haben ihre alten Einstellungen.</translation>
    </message>
</context>
<context>
    <name>ApplyStep</name>
    <message>
        <source>Use the new settings?</source>
        <translation>Die neuen Einstellungen verwenden?</translation>
    </message>
    <message>
        <source>&amp;Try now</source>
        <translation>&amp;Jetzt ausprobieren</translation>
    </message>
    <message>
        <source>&amp;Keep until restart</source>
        <translation>Bis zum &amp;Neustart behalten</translation>
    </message>
    <message>
        <source>Keep for &amp;good…</source>
        <translation>Dauerha&amp;ft behalten …</translation>
    </message>
    <message>
        <source>There is nothing to apply; your settings are as before.</source>
        <translation>Es gibt nichts zu übernehmen; Ihre Einstellungen sind wie zuvor.</translation>
    </message>
    <message>
        <source>&amp;Leave as it was</source>
        <translation>&amp;Lassen, wie es war</translation>
    </message>
    <message>
        <source>Recommended by this measurement</source>
        <translation>Von dieser Messung empfohlen</translation>
    </message>
    <message>
        <source>Also advised, not measured</source>
        <translation>Ebenfalls geraten, nicht gemessen</translation>
    </message>
    <message>
        <source>Others published it for such a device; tick what you want to set as well.</source>
        <translation>Andere haben es für ein solches Gerät veröffentlicht; haken Sie an, was Sie ebenfalls setzen möchten.</translation>
    </message>
    <message>
        <source>Measured was the whole set; a part of it by itself may do better or worse.</source>
        <translation>Gemessen wurde der ganze Satz; ein Teil davon für sich kann besser oder schlechter abschneiden.</translation>
    </message>
    <message>
        <source>Keeping for good is not possible: {reason}</source>
        <translation>Dauerhaft behalten ist nicht möglich: {reason}</translation>
    </message>
    <message>
        <source>The old settings are back.</source>
        <translation>Die alten Einstellungen sind zurück.</translation>
    </message>
    <message>
        <source>Keeping the new settings for good …</source>
        <translation>Die neuen Einstellungen werden dauerhaft behalten …</translation>
    </message>
    <message>
        <source>The new settings are kept until the next restart.</source>
        <translation>Die neuen Einstellungen bleiben bis zum nächsten Neustart.</translation>
    </message>
    <message>
        <source>The main window has a button to put the old ones back.</source>
        <translation>Im Hauptfenster gibt es eine Schaltfläche, die die alten zurückholt.</translation>
    </message>
    <message>
        <source>The new settings are kept for good.</source>
        <translation>Die neuen Einstellungen werden dauerhaft behalten.</translation>
    </message>
    <message>
        <source>All settings are as they were before.</source>
        <translation>Alle Einstellungen sind wie zuvor.</translation>
    </message>
</context>
<context>
    <name>Assistant</name>
    <message>
        <source>Tune a disk</source>
        <translation>Einen Datenträger einstellen</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>&amp;Zurück</translation>
    </message>
    <message>
        <source>Putting the settings back …</source>
        <translation>Die Einstellungen werden zurückgesetzt …</translation>
    </message>
    <message>
        <source>Saving the report …</source>
        <translation>Der Bericht wird gespeichert …</translation>
    </message>
    <message>
        <source>&amp;Stop…</source>
        <translation>&amp;Anhalten …</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Start &amp;measuring</source>
        <translation>&amp;Messung starten</translation>
    </message>
    <message>
        <source>Try &amp;again</source>
        <translation>&amp;Erneut versuchen</translation>
    </message>
    <message>
        <source>&amp;Done</source>
        <translation>&amp;Fertig</translation>
    </message>
    <message>
        <source>&amp;Next</source>
        <translation>&amp;Weiter</translation>
    </message>
</context>
<context>
    <name>Badges</name>
    <message>
        <source>gone</source>
        <translation>fort</translation>
    </message>
    <message numerus="yes">
        <source>%n change(s)</source>
        <translation>
            <numerusform>%n Änderung</numerusform>
            <numerusform>%n Änderungen</numerusform>
        </translation>
    </message>
    <message>
        <source>degraded</source>
        <translation>unvollständig</translation>
    </message>
    <message>
        <source>failing</source>
        <translation>fällt aus</translation>
    </message>
    <message>
        <source>see health</source>
        <translation>Zustand ansehen</translation>
    </message>
    <message>
        <source>read-only</source>
        <translation>nur lesbar</translation>
    </message>
    <message>
        <source>battery not ready</source>
        <translation>Batterie nicht bereit</translation>
    </message>
</context>
<context>
    <name>Benchmark</name>
    <message>
        <source>{test}: not measured</source>
        <translation>{test}: nicht gemessen</translation>
    </message>
    <message>
        <source>Sequential</source>
        <translation>Sequenziell</translation>
    </message>
    <message>
        <source>Random</source>
        <translation>Wahlfrei</translation>
    </message>
    <message>
        <source>1 MiB, 8 requests at a time</source>
        <translation>1 MiB, 8 Anfragen gleichzeitig</translation>
    </message>
    <message>
        <source>1 MiB, one request at a time</source>
        <translation>1 MiB, eine Anfrage nach der anderen</translation>
    </message>
    <message>
        <source>4 KiB, 32 requests at a time</source>
        <translation>4 KiB, 32 Anfragen gleichzeitig</translation>
    </message>
    <message>
        <source>4 KiB, 512 requests at a time</source>
        <translation>4 KiB, 512 Anfragen gleichzeitig</translation>
    </message>
    <message>
        <source>4 KiB, one request at a time</source>
        <translation>4 KiB, eine Anfrage nach der anderen</translation>
    </message>
    <message>
        <source>As much at a time as the disk can take</source>
        <translation>So viel auf einmal, wie die Platte verkraftet</translation>
    </message>
    <message>
        <source>Everyday</source>
        <translation>Alltag</translation>
    </message>
    <message>
        <source>Large and small pieces</source>
        <translation>Große und kleine Stücke</translation>
    </message>
    <message>
        <source>Make this test alone: {how}</source>
        <translation>Nur diesen Test ausführen: {how}</translation>
    </message>
    <message>
        <source>NVMe</source>
        <translation>NVMe</translation>
    </message>
    <message>
        <source>One request at a time, as most programs do</source>
        <translation>Eine Anfrage auf einmal, wie die meisten Programme</translation>
    </message>
    <message>
        <source>Usual</source>
        <translation>Üblich</translation>
    </message>
    <message>
        <source>Write</source>
        <translation>Schreiben</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>Lesen</translation>
    </message>
    <message>
        <source>disturbed, so hardly to be trusted: {reason}</source>
        <translation>gestört, also kaum zuverlässig: {reason}</translation>
    </message>
    <message>
        <source>one run, no interval</source>
        <translation>ein Lauf, kein Intervall</translation>
    </message>
    <message>
        <source>95 % interval: {low} … {high} MB/s</source>
        <translation>95-%-Intervall: {low} … {high} MB/s</translation>
    </message>
    <message>
        <source>▲ faster than last time: {lead}</source>
        <translation>▲ schneller als letztes Mal: {lead}</translation>
    </message>
    <message>
        <source>▼ last time was faster: {lead}</source>
        <translation>▼ letztes Mal war es schneller: {lead}</translation>
    </message>
    <message>
        <source>= as last time</source>
        <translation>= wie letztes Mal</translation>
    </message>
    <message>
        <source>single runs can&apos;t be compared</source>
        <translation>einzelne Läufe lassen sich nicht vergleichen</translation>
    </message>
    <message>
        <source>no clear difference to last time</source>
        <translation>kein klarer Unterschied zum letzten Mal</translation>
    </message>
    <message>
        <source>on a practice disk</source>
        <translation>auf einem Übungs-Datenträger</translation>
    </message>
    <message>
        <source>in {folder}</source>
        <translation>in {folder}</translation>
    </message>
    <message>
        <source>on the disk itself</source>
        <translation>auf dem Datenträger selbst</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) of each test</source>
        <translation>
            <numerusform>%n Lauf je Test</numerusform>
            <numerusform>%n Läufe je Test</numerusform>
        </translation>
    </message>
    <message>
        <source>{test}, {direction}, {detail}: run {number} of {count}</source>
        <translation>{test}, {direction}, {detail}: Lauf {number} von {count}</translation>
    </message>
    <message>
        <source>a practice disk</source>
        <translation>einen Übungs-Datenträger</translation>
    </message>
</context>
<context>
    <name>BenchmarkTab</name>
    <message>
        <source>The quick test was stopped.</source>
        <translation>Der Schnelltest wurde angehalten.</translation>
    </message>
    <message>
        <source>Nothing of it is kept, and no setting was changed.</source>
        <translation>Nichts davon wurde behalten, und keine Einstellung wurde geändert.</translation>
    </message>
    <message>
        <source>Try a&amp;gain</source>
        <translation>&amp;Erneut versuchen</translation>
    </message>
    <message>
        <source>The result could not be kept for later: {reason}</source>
        <translation>Das Ergebnis konnte nicht für später aufgehoben werden: {reason}</translation>
    </message>
    <message>
        <source>You can copy it below.</source>
        <translation>Unten können Sie es kopieren.</translation>
    </message>
</context>
<context>
    <name>BlockTable</name>
    <message>
        <source>&amp;Copy table</source>
        <translation>&amp;Tabelle kopieren</translation>
    </message>
</context>
<context>
    <name>ChangeBar</name>
    <message>
        <source>Disca&amp;rd</source>
        <translation>Ver&amp;werfen</translation>
    </message>
    <message>
        <source>&amp;Preview…</source>
        <translation>V&amp;orschau …</translation>
    </message>
    <message>
        <source>Setting …</source>
        <translation>Wird gesetzt …</translation>
    </message>
    <message>
        <source>1 change, not applied yet</source>
        <translation>1 Änderung, noch nicht angewendet</translation>
    </message>
    <message>
        <source>{count} changes, not applied yet</source>
        <translation>{count} Änderungen, noch nicht angewendet</translation>
    </message>
</context>
<context>
    <name>ChangeCard</name>
    <message>
        <source>New value of {setting}</source>
        <translation>Neuer Wert von {setting}</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>Einstellung</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>Jetzt</translation>
    </message>
    <message>
        <source>Will be</source>
        <translation>Danach</translation>
    </message>
    <message>
        <source>{setting} of {devices}: now {now}, will be {value}</source>
        <translation>{setting} von {devices}: jetzt {now}, danach {value}</translation>
    </message>
    <message>
        <source>the device</source>
        <translation>das Gerät</translation>
    </message>
</context>
<context>
    <name>ChartActions</name>
    <message>
        <source>Copy as &amp;image</source>
        <translation>Als Bild ko&amp;pieren</translation>
    </message>
    <message>
        <source>&amp;Copy values</source>
        <translation>&amp;Werte kopieren</translation>
    </message>
    <message>
        <source>Save as &amp;SVG …</source>
        <translation>Als &amp;SVG speichern …</translation>
    </message>
    <message>
        <source>Save as &amp;PNG …</source>
        <translation>Als &amp;PNG speichern …</translation>
    </message>
    <message>
        <source>Save values as CS&amp;V …</source>
        <translation>Werte als CS&amp;V speichern …</translation>
    </message>
    <message>
        <source>Copy or save this chart</source>
        <translation>Dieses Diagramm kopieren oder speichern</translation>
    </message>
    <message>
        <source>Copy or save: {chart}</source>
        <translation>Kopieren oder speichern: {chart}</translation>
    </message>
    <message>
        <source>Save chart</source>
        <translation>Diagramm speichern</translation>
    </message>
</context>
<context>
    <name>ChartCard</name>
    <message>
        <source>Operation shown in the chart</source>
        <translation>Operation, die das Diagramm zeigt</translation>
    </message>
    <message>
        <source>What is shown of the operation</source>
        <translation>Was von der Operation gezeigt wird</translation>
    </message>
    <message>
        <source>Spread of the latencies</source>
        <translation>Verteilung der Latenzen</translation>
    </message>
    <message>
        <source>So many of all requests were done within the time: the median over the runs; 100 % is the slowest request of all.</source>
        <translation>So viele aller Anfragen waren innerhalb der Zeit erledigt: der Median über die Läufe; 100 % ist die langsamste Anfrage von allen.</translation>
    </message>
    <message>
        <source>&amp;Operation</source>
        <translation>&amp;Operation</translation>
    </message>
    <message>
        <source>In the course of time</source>
        <translation>Im Lauf der Zeit</translation>
    </message>
    <message>
        <source>S&amp;hown</source>
        <translation>&amp;Gezeigt</translation>
    </message>
    <message>
        <source>Spread of latencies</source>
        <translation>Verteilung der Latenzen</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>Einstellung</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>Threads</translation>
    </message>
</context>
<context>
    <name>ClosingQuestion</name>
    <message>
        <source>Close Storage Tuner</source>
        <translation>Storage Tuner schließen</translation>
    </message>
</context>
<context>
    <name>Compare</name>
    <message>
        <source>Same conditions</source>
        <translation>Gleiche Bedingungen</translation>
    </message>
</context>
<context>
    <name>ComparePage</name>
    <message>
        <source>All of them are read and judged anew.</source>
        <translation>Alle werden gelesen und neu beurteilt.</translation>
    </message>
    <message>
        <source>Charts</source>
        <translation>Diagramme</translation>
    </message>
    <message>
        <source>Choose &amp;runs…</source>
        <translation>Läu&amp;fe wählen …</translation>
    </message>
    <message>
        <source>Choose 2 to 8 results in the list of all results, with Ctrl held, and then Compare: of one disk or of several, of this computer or of others.</source>
        <translation>Wählen Sie in der Liste aller Ergebnisse bei gedrückter Strg-Taste 2 bis 8 davon und dann Vergleichen: von einem Datenträger oder mehreren, von diesem Rechner oder von anderen.</translation>
    </message>
    <message>
        <source>Compared variants</source>
        <translation>Verglichene Varianten</translation>
    </message>
    <message>
        <source>Comparing …</source>
        <translation>Wird verglichen …</translation>
    </message>
    <message>
        <source>Copy as te&amp;xt</source>
        <translation>Als Te&amp;xt kopieren</translation>
    </message>
    <message>
        <source>Nothing is compared yet</source>
        <translation>Noch wird nichts verglichen</translation>
    </message>
    <message>
        <source>Save as CS&amp;V…</source>
        <translation>Als CS&amp;V speichern …</translation>
    </message>
    <message>
        <source>Save the comparison</source>
        <translation>Den Vergleich speichern</translation>
    </message>
</context>
<context>
    <name>ComparisonChoice</name>
    <message>
        <source>What is compared</source>
        <translation>Was verglichen wird</translation>
    </message>
    <message>
        <source>Tick at least one scheduler.</source>
        <translation>Haken Sie mindestens einen Scheduler an.</translation>
    </message>
    <message>
        <source>Sched&amp;ulers</source>
        <translation>&amp;Scheduler</translation>
    </message>
    <message>
        <source>&amp;Values of settings: NCQ, queue size, read-ahead …</source>
        <translation>&amp;Werte von Einstellungen: NCQ, Warteschlange, Vorauslesen …</translation>
    </message>
    <message>
        <source>&amp;Two settings against each other</source>
        <translation>Zwei Einstellungen &amp;gegeneinander</translation>
    </message>
</context>
<context>
    <name>ComputerPage</name>
    <message>
        <source>This computer</source>
        <translation>Dieser Rechner</translation>
    </message>
    <message>
        <source>Settings that hold for all disks</source>
        <translation>Einstellungen, die für alle Datenträger gelten</translation>
    </message>
    <message>
        <source>Looking how memory is set …</source>
        <translation>Es wird nachgesehen, wie der Speicher eingestellt ist …</translation>
    </message>
    <message>
        <source>Settings of this computer were changed by Storage Tuner</source>
        <translation>Storage Tuner hat Einstellungen dieses Rechners geändert</translation>
    </message>
</context>
<context>
    <name>ConditionsCard</name>
    <message>
        <source>&amp;Look again</source>
        <translation>&amp;Erneut nachsehen</translation>
    </message>
    <message>
        <source>Found</source>
        <translation>Gefunden</translation>
    </message>
    <message>
        <source>Looking around</source>
        <translation>Umschau</translation>
    </message>
    <message>
        <source>Looking whether anything would disturb …</source>
        <translation>Es wird nachgesehen, ob etwas stören würde …</translation>
    </message>
    <message>
        <source>This takes a moment. Nothing is changed and nobody is asked for a password.</source>
        <translation>Das dauert einen Moment. Nichts wird geändert, und niemand wird nach einem Passwort gefragt.</translation>
    </message>
    <message>
        <source>What may disturb</source>
        <translation>Was stören könnte</translation>
    </message>
    <message>
        <source>What you can do</source>
        <translation>Was Sie tun können</translation>
    </message>
    <message>
        <source>{severity}: {sentence}</source>
        <translation>{severity}: {sentence}</translation>
    </message>
</context>
<context>
    <name>Confirming</name>
    <message>
        <source>Confirming was stopped before its end</source>
        <translation>Das Bestätigen wurde vorzeitig angehalten</translation>
    </message>
    <message>
        <source>What the restarts say so far:</source>
        <translation>Was die Neustarts bis jetzt sagen:</translation>
    </message>
    <message>
        <source>Restarts don&apos;t confirm everything</source>
        <translation>Neustarts bestätigen nicht alles</translation>
    </message>
    <message>
        <source>Where they differ, trust neither before you have measured again.</source>
        <translation>Wo sie abweichen, trauen Sie keinem von beiden, bevor Sie nicht noch einmal gemessen haben.</translation>
    </message>
    <message>
        <source>Restarts contradict nothing, but didn&apos;t decide everything</source>
        <translation>Neustarts widersprechen nichts, haben aber nicht alles entschieden</translation>
    </message>
    <message>
        <source>What isn&apos;t clear yet would need more time.</source>
        <translation>Was noch nicht klar ist, bräuchte mehr Zeit.</translation>
    </message>
    <message>
        <source>Restarts confirm the result</source>
        <translation>Neustarts bestätigen das Ergebnis</translation>
    </message>
    <message>
        <source>The one decided test is</source>
        <translation>Der eine entschiedene Test wird</translation>
    </message>
    <message>
        <source>Each of the {count} decided tests is</source>
        <translation>Jeder der {count} entschiedenen Tests wird</translation>
    </message>
    <message>
        <source>You can put this to another test</source>
        <translation>Das können Sie noch einmal auf die Probe stellen</translation>
    </message>
    <message>
        <source>{what} measured once more, the best against the next best, every run with a start of its own instead of a switch under one running load. At most {time}.</source>
        <translation>{what} noch einmal gemessen, das Beste gegen das Nächstbeste, und jeder Lauf mit einem eigenen Start, statt unter einer laufenden Last umzuschalten. Höchstens {time}.</translation>
    </message>
    <message>
        <source>Con&amp;firm by restarts</source>
        <translation>Durch Neustarts &amp;bestätigen</translation>
    </message>
</context>
<context>
    <name>ControllerPage</name>
    <message>
        <source>{name} is no longer there.</source>
        <translation>{name} ist nicht mehr da.</translation>
    </message>
    <message>
        <source>Choose another device in the list.</source>
        <translation>Wählen Sie ein anderes Gerät in der Liste.</translation>
    </message>
    <message>
        <source>RAID controller {id}</source>
        <translation>RAID-Controller {id}</translation>
    </message>
    <message>
        <source>It has no unit.</source>
        <translation>Er hat keine Einheit.</translation>
    </message>
    <message>
        <source>of the controller {name}</source>
        <translation>des Controllers {name}</translation>
    </message>
</context>
<context>
    <name>Controllers</name>
    <message>
        <source>About it</source>
        <translation>Angaben</translation>
    </message>
    <message>
        <source>Related</source>
        <translation>Zugehörig</translation>
    </message>
</context>
<context>
    <name>Countdown</name>
    <message>
        <source>Seconds until the old settings return</source>
        <translation>Sekunden, bis die alten Einstellungen zurückkehren</translation>
    </message>
    <message>
        <source>The new settings are active. The old ones return in {seconds} s.</source>
        <translation>Die neuen Einstellungen sind aktiv. Die alten kehren in {seconds} s zurück.</translation>
    </message>
</context>
<context>
    <name>DesktopNotice</name>
    <message>
        <source>The measurement broke off</source>
        <translation>Die Messung brach ab</translation>
    </message>
    <message>
        <source>The measurement ended</source>
        <translation>Die Messung ist zu Ende</translation>
    </message>
    <message>
        <source>The measurement is done</source>
        <translation>Die Messung ist fertig</translation>
    </message>
</context>
<context>
    <name>DevicePage</name>
    <message>
        <source>&amp;Tune…</source>
        <translation>&amp;Einstellen …</translation>
    </message>
    <message>
        <source>Pages of the device</source>
        <translation>Seiten des Geräts</translation>
    </message>
    <message>
        <source>Tune {device}…</source>
        <translation>{device} einstellen …</translation>
    </message>
    <message>
        <source>{name} is no longer connected.</source>
        <translation>{name} ist nicht mehr angeschlossen.</translation>
    </message>
    <message>
        <source>Connect it again, or choose another device in the list.</source>
        <translation>Schließen Sie es wieder an, oder wählen Sie ein anderes Gerät in der Liste.</translation>
    </message>
    <message>
        <source>{name} is another disk now. The one that was shown is no longer connected.</source>
        <translation>{name} ist jetzt ein anderer Datenträger. Der zuvor gezeigte ist nicht mehr angeschlossen.</translation>
    </message>
    <message>
        <source>Look whether this is the disk that you want to tune.</source>
        <translation>Sehen Sie nach, ob Sie diesen Datenträger einstellen möchten.</translation>
    </message>
    <message>
        <source>Settings of {names} were changed by Storage Tuner</source>
        <translation>Storage Tuner hat Einstellungen von {names} geändert</translation>
    </message>
    <message>
        <source>&amp;Overview</source>
        <translation>Ü&amp;berblick</translation>
    </message>
    <message>
        <source>&amp;Settings</source>
        <translation>Einste&amp;llungen</translation>
    </message>
    <message>
        <source>&amp;Live</source>
        <translation>L&amp;ive</translation>
    </message>
</context>
<context>
    <name>DeviceStep</name>
    <message>
        <source>Which disk do you want to tune?</source>
        <translation>Welchen Datenträger möchten Sie einstellen?</translation>
    </message>
    <message>
        <source>A &amp;folder…</source>
        <translation>Einen &amp;Ordner …</translation>
    </message>
    <message>
        <source>A f&amp;ile…</source>
        <translation>Eine D&amp;atei …</translation>
    </message>
    <message>
        <source>Search by name, model, place or size</source>
        <translation>Nach Name, Modell, Ort oder Größe suchen</translation>
    </message>
    <message>
        <source>Search disks</source>
        <translation>Datenträger suchen</translation>
    </message>
    <message>
        <source>Disks</source>
        <translation>Datenträger</translation>
    </message>
    <message>
        <source>Or what lies on a file system:</source>
        <translation>Oder etwas, das auf einem Dateisystem liegt:</translation>
    </message>
    <message>
        <source>Folder on {device} · gets a test file, removed afterwards</source>
        <translation>Ordner auf {device} · bekommt eine Testdatei, die danach entfernt wird</translation>
    </message>
    <message>
        <source>File on {device} · is only read</source>
        <translation>Datei auf {device} · wird nur gelesen</translation>
    </message>
    <message>
        <source>Measure in a folder</source>
        <translation>In einem Ordner messen</translation>
    </message>
    <message>
        <source>Measure a file</source>
        <translation>Eine Datei messen</translation>
    </message>
    <message>
        <source>{place} · can&apos;t be chosen: {reason}</source>
        <translation>{place} · nicht wählbar: {reason}</translation>
    </message>
    <message>
        <source>Practice disk</source>
        <translation>Übungs-Datenträger</translation>
    </message>
    <message>
        <source>A file of 1 GB that behaves like a disk: made now, removed afterwards</source>
        <translation>Eine Datei von 1 GB, die sich wie ein Datenträger verhält: wird jetzt angelegt und danach entfernt</translation>
    </message>
</context>
<context>
    <name>DeviceTree</name>
    <message>
        <source>Devices</source>
        <translation>Geräte</translation>
    </message>
    <message>
        <source>All results</source>
        <translation>Alle Ergebnisse</translation>
    </message>
    <message>
        <source>To look at and compare</source>
        <translation>Zum Ansehen und Vergleichen</translation>
    </message>
    <message>
        <source>no values yet</source>
        <translation>noch keine Werte</translation>
    </message>
    <message>
        <source>reads {read}, writes {write}</source>
        <translation>liest {read}, schreibt {write}</translation>
    </message>
    <message>
        <source>This computer</source>
        <translation>Dieser Rechner</translation>
    </message>
    <message>
        <source>Memory settings</source>
        <translation>Speicher-Einstellungen</translation>
    </message>
    <message>
        <source>Practice disk</source>
        <translation>Übungs-Datenträger</translation>
    </message>
    <message>
        <source>For trying out</source>
        <translation>Zum Ausprobieren</translation>
    </message>
    <message>
        <source>Member</source>
        <translation>Mitglied</translation>
    </message>
    <message>
        <source>Controller</source>
        <translation>Controller</translation>
    </message>
    <message>
        <source>RAID controller {id}</source>
        <translation>RAID-Controller {id}</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>Einheit</translation>
    </message>
    <message>
        <source>Unused</source>
        <translation>Unbenutzt</translation>
    </message>
    <message>
        <source>Drive</source>
        <translation>Laufwerk</translation>
    </message>
</context>
<context>
    <name>Editing</name>
    <message>
        <source>They wait until {name} is connected again.</source>
        <translation>Sie warten, bis {name} wieder angeschlossen ist.</translation>
    </message>
    <message>
        <source>They hold until the next restart of the computer.</source>
        <translation>Sie gelten bis zum nächsten Neustart des Rechners.</translation>
    </message>
    <message>
        <source>The last change can be undone.</source>
        <translation>Die letzte Änderung kann rückgängig gemacht werden.</translation>
    </message>
    <message>
        <source>The settings of {names} are applied.</source>
        <translation>Die Einstellungen von {names} sind angewendet.</translation>
    </message>
    <message>
        <source>The values from before are back.</source>
        <translation>Die Werte von vorher sind zurück.</translation>
    </message>
    <message>
        <source>“Restore previous settings” takes that out again.</source>
        <translation>„Vorherige Werte zurückholen“ nimmt das wieder heraus.</translation>
    </message>
    <message>
        <source>The settings are kept for good.</source>
        <translation>Die Einstellungen werden dauerhaft behalten.</translation>
    </message>
</context>
<context>
    <name>Facts</name>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopieren</translation>
    </message>
</context>
<context>
    <name>Fold</name>
    <message>
        <source>{title}, shown</source>
        <translation>{title}, ausgeklappt</translation>
    </message>
    <message>
        <source>{title}, hidden</source>
        <translation>{title}, eingeklappt</translation>
    </message>
</context>
<context>
    <name>GoingOnOffer</name>
    <message numerus="yes">
        <source>%n slice(s) are kept. Resume measures the rest of that plan, in whole rounds; Start over begins from nothing.</source>
        <translation>
            <numerusform>%n Abschnitt ist aufgehoben. Fortsetzen misst den Rest dieses Plans, in ganzen Runden; Neu beginnen fängt von vorn an.</numerusform>
            <numerusform>%n Abschnitte sind aufgehoben. Fortsetzen misst den Rest dieses Plans, in ganzen Runden; Neu beginnen fängt von vorn an.</numerusform>
        </translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>&amp;Start over</source>
        <translation>&amp;Neu beginnen</translation>
    </message>
    <message>
        <source>A measurement of this disk was interrupted on {when}</source>
        <translation>Eine Messung dieses Datenträgers wurde am {when} unterbrochen</translation>
    </message>
</context>
<context>
    <name>HealthCard</name>
    <message>
        <source>Asking the drive …</source>
        <translation>Das Laufwerk wird gefragt …</translation>
    </message>
    <message>
        <source>Not read yet. A drive that is asleep isn&apos;t woken.</source>
        <translation>Noch nicht gelesen. Ein schlafendes Laufwerk wird nicht geweckt.</translation>
    </message>
    <message>
        <source>Ask its drives: </source>
        <translation>Fragen Sie seine Laufwerke: </translation>
    </message>
    <message>
        <source>Health: {text}</source>
        <translation>Zustand: {text}</translation>
    </message>
    <message>
        <source>&amp;Read again</source>
        <translation>Erneu&amp;t lesen</translation>
    </message>
    <message>
        <source>&amp;Read health</source>
        <translation>&amp;Zustand lesen</translation>
    </message>
</context>
<context>
    <name>HeatLegend</name>
    <message>
        <source>half or less</source>
        <translation>die Hälfte oder weniger</translation>
    </message>
    <message>
        <source>as good as the row’s best  ·  ▲ the best</source>
        <translation>so gut wie das Beste der Zeile  ·  ▲ das Beste</translation>
    </message>
</context>
<context>
    <name>Heatmap</name>
    <message>
        <source>Test</source>
        <translation>Test</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>Threads</translation>
    </message>
    <message>
        <source>{test}, being measured now</source>
        <translation>{test}, wird gerade gemessen</translation>
    </message>
    <message>
        <source>{test}, {threads}</source>
        <translation>{test}, {threads}</translation>
    </message>
    <message>
        <source>{variant}, {test}: not compared</source>
        <translation>{variant}, {test}: nicht verglichen</translation>
    </message>
    <message>
        <source>{variant}, {test}: nothing yet</source>
        <translation>{variant}, {test}: noch nichts</translation>
    </message>
    <message>
        <source>{variant}, {test}: {value} {unit}, the best</source>
        <translation>{variant}, {test}: {value} {unit}, das Beste</translation>
    </message>
    <message>
        <source>{variant}, {test}: {value} {unit}</source>
        <translation>{variant}, {test}: {value} {unit}</translation>
    </message>
</context>
<context>
    <name>Help</name>
    <message>
        <source>Tab, Shift+Tab</source>
        <translation>Tab, Umschalt+Tab</translation>
    </message>
    <message>
        <source>Go on to the next, go back</source>
        <translation>Weiter zum Nächsten, zurück</translation>
    </message>
    <message>
        <source>Alt and a letter</source>
        <translation>Alt und ein Buchstabe</translation>
    </message>
    <message>
        <source>The button, tab or menu with this letter underlined</source>
        <translation>Schaltfläche, Reiter oder Menü mit diesem unterstrichenen Buchstaben</translation>
    </message>
    <message>
        <source>Ctrl+Tab, Ctrl+Shift+Tab</source>
        <translation>Strg+Tab, Strg+Umschalt+Tab</translation>
    </message>
    <message>
        <source>The next tab, the one before</source>
        <translation>Der nächste Reiter, der vorige</translation>
    </message>
    <message>
        <source>Escape</source>
        <translation>Escape</translation>
    </message>
    <message>
        <source>Close a dialog, leave the search</source>
        <translation>Einen Dialog schließen, die Suche verlassen</translation>
    </message>
    <message>
        <source>Up, Down</source>
        <translation>Auf, Ab</translation>
    </message>
    <message>
        <source>Choose a device</source>
        <translation>Ein Gerät wählen</translation>
    </message>
    <message>
        <source>Right, Left</source>
        <translation>Rechts, Links</translation>
    </message>
    <message>
        <source>Show and hide its members</source>
        <translation>Seine Mitglieder zeigen und verbergen</translation>
    </message>
    <message>
        <source>Return</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>Tune the chosen device</source>
        <translation>Das gewählte Gerät einstellen</translation>
    </message>
    <message>
        <source>Shift+F10, Menu key</source>
        <translation>Umschalt+F10, Menütaste</translation>
    </message>
    <message>
        <source>What can be done with the chosen device</source>
        <translation>Was sich mit dem gewählten Gerät tun lässt</translation>
    </message>
    <message>
        <source>Letters</source>
        <translation>Buchstaben</translation>
    </message>
    <message>
        <source>The next device whose name begins with them</source>
        <translation>Das nächste Gerät, dessen Name damit beginnt</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>Everywhere</source>
        <translation>Überall</translation>
    </message>
    <message>
        <source>In the list of devices</source>
        <translation>In der Geräteliste</translation>
    </message>
</context>
<context>
    <name>HelperBar</name>
    <message>
        <source>Devices, live charts, earlier results and advice can be looked at all the same.</source>
        <translation>Geräte, Live-Diagramme, frühere Ergebnisse und Ratschläge lassen sich trotzdem ansehen.</translation>
    </message>
    <message>
        <source>Look a&amp;gain</source>
        <translation>&amp;Jetzt nachsehen</translation>
    </message>
    <message>
        <source>Nothing can be measured or changed on this computer yet.</source>
        <translation>Auf diesem Rechner kann noch nichts gemessen oder geändert werden.</translation>
    </message>
</context>
<context>
    <name>History</name>
    <message>
        <source>When</source>
        <translation>Wann</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>Ausgang</translation>
    </message>
    <message>
        <source>Main result</source>
        <translation>Hauptergebnis</translation>
    </message>
    <message>
        <source>Disk</source>
        <translation>Datenträger</translation>
    </message>
    <message>
        <source>F2 or a click changes it.</source>
        <translation>F2 oder ein Klick ändert es.</translation>
    </message>
    <message>
        <source>Give &amp;tags</source>
        <translation>Schlag&amp;wörter vergeben</translation>
    </message>
    <message>
        <source>Imported from {file}</source>
        <translation>Importiert aus {file}</translation>
    </message>
    <message>
        <source>Kept results</source>
        <translation>Aufgehobene Ergebnisse</translation>
    </message>
    <message>
        <source>Measured on {host}, imported from {file}</source>
        <translation>Auf {host} gemessen, importiert aus {file}</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>Quick test</source>
        <translation>Schnelltest</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>Vergleich</translation>
    </message>
    <message>
        <source>Confirmation by restarts</source>
        <translation>Bestätigung durch Neustarts</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>Schlagwörter</translation>
    </message>
    <message>
        <source>Under the load that was there</source>
        <translation>Unter der Last, die da war</translation>
    </message>
    <message>
        <source>Measurement</source>
        <translation>Messung</translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n weiteres</numerusform>
            <numerusform>%n weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>Write a &amp;note</source>
        <translation>&amp;Notiz schreiben</translation>
    </message>
    <message>
        <source>measured elsewhere</source>
        <translation>anderswo gemessen</translation>
    </message>
    <message>
        <source>not told</source>
        <translation>nicht angegeben</translation>
    </message>
    <message>
        <source>Kept</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>Stopped early</source>
        <translation>Vorzeitig angehalten</translation>
    </message>
    <message>
        <source>Nothing changed</source>
        <translation>Nichts geändert</translation>
    </message>
    <message>
        <source>Put back</source>
        <translation>Zurückgesetzt</translation>
    </message>
    <message>
        <source>being judged …</source>
        <translation>wird beurteilt …</translation>
    </message>
    <message>
        <source>Practice disk</source>
        <translation>Übungs-Datenträger</translation>
    </message>
</context>
<context>
    <name>HistoryBar</name>
    <message>
        <source>&amp;Bring back</source>
        <translation>Zurüc&amp;kholen</translation>
    </message>
    <message>
        <source>&amp;Compare</source>
        <translation>&amp;Vergleichen</translation>
    </message>
    <message>
        <source>&amp;Same test again…</source>
        <translation>Test erneut aus&amp;führen …</translation>
    </message>
    <message>
        <source>Choose 2 to {most} results in the list, with Ctrl held.</source>
        <translation>Wählen Sie in der Liste bei gedrückter Strg-Taste 2 bis {most} Ergebnisse.</translation>
    </message>
    <message>
        <source>De&amp;lete for good…</source>
        <translation>&amp;Endgültig löschen …</translation>
    </message>
    <message>
        <source>Mo&amp;ve to trash</source>
        <translation>In den &amp;Papierkorb</translation>
    </message>
    <message>
        <source>O&amp;pen</source>
        <translation>&amp;Öffnen</translation>
    </message>
    <message>
        <source>Save &amp;report…</source>
        <translation>Beri&amp;cht speichern …</translation>
    </message>
</context>
<context>
    <name>HistoryFilter</name>
    <message>
        <source>All kinds</source>
        <translation>Alle Arten</translation>
    </message>
    <message>
        <source>&amp;Kind</source>
        <translation>Ar&amp;t</translation>
    </message>
    <message>
        <source>F&amp;ind</source>
        <translation>&amp;Suchen</translation>
    </message>
    <message numerus="yes">
        <source>%n result(s)</source>
        <translation>
            <numerusform>%n Ergebnis</numerusform>
            <numerusform>%n Ergebnisse</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Disk</source>
        <translation>Date&amp;nträger</translation>
    </message>
    <message>
        <source>Trash</source>
        <translation>Papierkorb</translation>
    </message>
    <message>
        <source>All disks</source>
        <translation>Alle Datenträger</translation>
    </message>
    <message>
        <source>Any tag</source>
        <translation>Alle Schlagwörter</translation>
    </message>
    <message>
        <source>Any time</source>
        <translation>Alle Zeiten</translation>
    </message>
    <message>
        <source>Choose by kind, time or tag</source>
        <translation>Nach Art, Zeit oder Schlagwort auswählen</translation>
    </message>
    <message>
        <source>Date, disk, scheduler, note, tag …</source>
        <translation>Datum, Datenträger, Scheduler, Notiz, Schlagwort …</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>I&amp;mport…</source>
        <translation>I&amp;mportieren …</translation>
    </message>
    <message>
        <source>Last 12 months</source>
        <translation>Letzte 12 Monate</translation>
    </message>
    <message>
        <source>Last 30 days</source>
        <translation>Letzte 30 Tage</translation>
    </message>
    <message>
        <source>Last 7 days</source>
        <translation>Letzte 7 Tage</translation>
    </message>
    <message>
        <source>Show what was moved to the trash</source>
        <translation>Zeigen, was in den Papierkorb verschoben wurde</translation>
    </message>
    <message>
        <source>Ta&amp;g</source>
        <translation>Schlag&amp;wort</translation>
    </message>
    <message>
        <source>Take in results of other computers and programs</source>
        <translation>Ergebnisse anderer Rechner und Programme aufnehmen</translation>
    </message>
    <message>
        <source>Tim&amp;e</source>
        <translation>&amp;Zeit</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>Heute</translation>
    </message>
    <message>
        <source>{shown} of {count}</source>
        <translation>{shown} von {count}</translation>
    </message>
</context>
<context>
    <name>HistoryTab</name>
    <message>
        <source>Looking for kept results …</source>
        <translation>Aufgehobene Ergebnisse werden gesucht …</translation>
    </message>
    <message>
        <source>The trash is empty.</source>
        <translation>Der Papierkorb ist leer.</translation>
    </message>
    <message>
        <source>This takes a moment.</source>
        <translation>Das dauert einen Moment.</translation>
    </message>
    <message>
        <source>Nothing was measured yet</source>
        <translation>Noch wurde nichts gemessen</translation>
    </message>
    <message numerus="yes">
        <source>%n readable result(s) moved to a new file.</source>
        <translation>
            <numerusform>%n lesbares Ergebnis wurde in eine neue Datei übernommen.</numerusform>
            <numerusform>%n lesbare Ergebnisse wurden in eine neue Datei übernommen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n result(s) chosen</source>
        <translation>
            <numerusform>%n Ergebnis gewählt</numerusform>
            <numerusform>%n Ergebnisse gewählt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n result(s) of an earlier version can&apos;t be read.</source>
        <translation>
            <numerusform>%n Ergebnis einer früheren Version ist nicht zu lesen.</numerusform>
            <numerusform>%n Ergebnisse einer früheren Version sind nicht zu lesen.</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Try again</source>
        <translation>&amp;Erneut versuchen</translation>
    </message>
    <message>
        <source>All results stay here: of every disk of this computer, and those of others that you import.</source>
        <translation>Hier bleiben alle Ergebnisse: die von jedem Datenträger dieses Rechners und die von anderen, die Sie importieren.</translation>
    </message>
    <message>
        <source>Choose a result to see what it came to.</source>
        <translation>Wählen Sie ein Ergebnis, um zu sehen, was herauskam.</translation>
    </message>
    <message>
        <source>I&amp;mport…</source>
        <translation>I&amp;mportieren …</translation>
    </message>
    <message>
        <source>No result in it was readable.</source>
        <translation>Kein Ergebnis darin war lesbar.</translation>
    </message>
    <message>
        <source>Results stay here: how fast this disk was, which settings were compared, and what became of them. A quick test takes less than a minute and changes nothing.</source>
        <translation>Hier bleiben Ergebnisse: wie schnell dieser Datenträger war, welche Einstellungen verglichen wurden und was daraus wurde. Ein Schnelltest dauert keine Minute und ändert nichts.</translation>
    </message>
    <message>
        <source>The damaged file is kept: {path}</source>
        <translation>Die beschädigte Datei bleibt erhalten: {path}</translation>
    </message>
    <message>
        <source>The file of kept results was damaged.</source>
        <translation>Die Datei der aufgehobenen Ergebnisse war beschädigt.</translation>
    </message>
    <message>
        <source>&amp;Quick test</source>
        <translation>S&amp;chnelltest</translation>
    </message>
    <message>
        <source>&amp;Compare settings…</source>
        <translation>Einstellungen &amp;vergleichen …</translation>
    </message>
    <message numerus="yes">
        <source>Importing … ({done} of %n file(s) done)</source>
        <translation>
            <numerusform>Wird importiert … ({done} von %n Datei fertig)</numerusform>
            <numerusform>Wird importiert … ({done} von %n Dateien fertig)</numerusform>
        </translation>
    </message>
    <message>
        <source>None of the results is like that. Choose another kind, or other words.</source>
        <translation>Kein Ergebnis passt dazu. Wählen Sie eine andere Art, oder andere Wörter.</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>R&amp;ückgängig</translation>
    </message>
</context>
<context>
    <name>ImportedDialog</name>
    <message numerus="yes">
        <source>%n place(s) couldn&apos;t be understood; the rest is imported.</source>
        <translation>
            <numerusform>%n Stelle war nicht zu verstehen; der Rest ist importiert.</numerusform>
            <numerusform>%n Stellen waren nicht zu verstehen; der Rest ist importiert.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n result(s) imported</source>
        <translation>
            <numerusform>%n Ergebnis importiert</numerusform>
            <numerusform>%n Ergebnisse importiert</numerusform>
        </translation>
    </message>
    <message>
        <source>Disk</source>
        <translation>Datenträger</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Form</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>Imported</source>
        <translation>Importiert</translation>
    </message>
    <message>
        <source>Imported results</source>
        <translation>Importierte Ergebnisse</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>Nothing in it could be understood. Below is why.</source>
        <translation>Nichts darin war zu verstehen. Warum, steht unten.</translation>
    </message>
    <message>
        <source>They are in the list, marked as measured elsewhere.</source>
        <translation>Sie stehen in der Liste, als anderswo gemessen gekennzeichnet.</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>What wasn&apos;t understood</source>
        <translation>Was nicht zu verstehen war</translation>
    </message>
    <message>
        <source>When</source>
        <translation>Wann</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>Warum</translation>
    </message>
    <message>
        <source>not told</source>
        <translation>nicht angegeben</translation>
    </message>
    <message>
        <source>the whole file</source>
        <translation>die ganze Datei</translation>
    </message>
</context>
<context>
    <name>Importing</name>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Import results</source>
        <translation>Ergebnisse importieren</translation>
    </message>
    <message>
        <source>Results (*.json *.csv *.txt *.log)</source>
        <translation>Ergebnisse (*.json *.csv *.txt *.log)</translation>
    </message>
</context>
<context>
    <name>KeepDialog</name>
    <message>
        <source>Keep for good</source>
        <translation>Dauerhaft behalten</translation>
    </message>
    <message>
        <source>&amp;Keep for good</source>
        <translation>&amp;Dauerhaft behalten</translation>
    </message>
    <message>
        <source>Keep these settings for good?</source>
        <translation>Diese Einstellungen dauerhaft behalten?</translation>
    </message>
    <message>
        <source>An administrator has to allow it and may be asked for the password.</source>
        <translation>Ein Systemverwalter muss es erlauben und wird womöglich nach dem Passwort gefragt.</translation>
    </message>
    <message>
        <source>An administrator has to allow it and may be asked for the password {count} times, once for each disk.</source>
        <translation>Ein Systemverwalter muss es erlauben und wird womöglich {count} Mal nach dem Passwort gefragt, einmal je Datenträger.</translation>
    </message>
    <message>
        <source>Linux then sets them at every start of the computer, and whenever the disk is connected. “Restore previous settings” in the main window takes this out again. This is the exact text:</source>
        <translation>Linux setzt sie dann bei jedem Start des Rechners und immer, wenn der Datenträger angeschlossen wird. „Vorherige Werte zurückholen“ im Hauptfenster nimmt das wieder heraus. Das ist der genaue Text:</translation>
    </message>
    <message>
        <source>Something else on this computer sets the same</source>
        <translation>Etwas anderes auf diesem Rechner setzt dasselbe</translation>
    </message>
    <message>
        <source>Text for {name} in {path}</source>
        <translation>Text für {name} in {path}</translation>
    </message>
    <message>
        <source>The controller of {names} keeps this by itself, also without power, and nothing is written for it. “Restore previous settings” in the main window brings the old values back.</source>
        <translation>Der Controller von {names} behält das selbst, auch ohne Strom, und dafür wird nichts geschrieben. „Vorherige Werte zurückholen“ im Hauptfenster holt die alten Werte zurück.</translation>
    </message>
    <message>
        <source>It replaces what is kept for it now:</source>
        <translation>Er ersetzt, was jetzt dafür aufgehoben ist:</translation>
    </message>
    <message>
        <source>Text for {name} that is replaced</source>
        <translation>Ersetzter Text für {name}</translation>
    </message>
    <message>
        <source>In {path}, as it is there already. Recognised by {identity}.</source>
        <translation>In {path}, so wie es schon dort steht. Erkannt an {identity}.</translation>
    </message>
    <message>
        <source>In {path}. Recognised by {identity}.</source>
        <translation>In {path}. Erkannt an {identity}.</translation>
    </message>
</context>
<context>
    <name>KeptBanner</name>
    <message>
        <source>Kept for good, set again at every start of the computer: {tunables}.</source>
        <translation>Dauerhaft behalten, bei jedem Start des Rechners neu gesetzt: {tunables}.</translation>
    </message>
    <message>
        <source>Kept until the next restart of the computer.</source>
        <translation>Behalten bis zum nächsten Neustart des Rechners.</translation>
    </message>
    <message>
        <source>Restore prev&amp;ious settings</source>
        <translation>Vorherige Werte zurüc&amp;kholen</translation>
    </message>
</context>
<context>
    <name>KeptSettings</name>
    <message>
        <source>Some settings of {names} did not come back.</source>
        <translation>Einige Einstellungen von {names} kamen nicht zurück.</translation>
    </message>
    <message>
        <source>The old settings of {names} are back.</source>
        <translation>Die alten Einstellungen von {names} sind zurück.</translation>
    </message>
</context>
<context>
    <name>Leaving</name>
    <message>
        <source>&amp;Close anyway</source>
        <translation>&amp;Trotzdem schließen</translation>
    </message>
    <message>
        <source>Changes of {names} were chosen, but not applied.</source>
        <translation>Für {names} wurden Änderungen gewählt, aber nicht angewendet.</translation>
    </message>
    <message>
        <source>They are forgotten when the window is closed.</source>
        <translation>Mit dem Fenster werden sie verworfen.</translation>
    </message>
</context>
<context>
    <name>LeavingTest</name>
    <message>
        <source>&amp;Stop and close</source>
        <translation>&amp;Anhalten und schließen</translation>
    </message>
    <message>
        <source>A quick test is under way.</source>
        <translation>Ein Schnelltest läuft gerade.</translation>
    </message>
    <message>
        <source>When it&apos;s stopped, nothing of it is kept.</source>
        <translation>Wenn er angehalten wird, bleibt nichts davon.</translation>
    </message>
</context>
<context>
    <name>LeavingWork</name>
    <message>
        <source>&amp;Close then</source>
        <translation>&amp;Dann schließen</translation>
    </message>
    <message>
        <source>Settings are being set, or wait for a password.</source>
        <translation>Einstellungen werden gerade gesetzt oder warten auf ein Passwort.</translation>
    </message>
    <message>
        <source>The window can be closed as soon as that has ended.</source>
        <translation>Das Fenster lässt sich schließen, sobald das zu Ende ist.</translation>
    </message>
</context>
<context>
    <name>LiveChart</name>
    <message>
        <source>Waiting for the first values …</source>
        <translation>Warten auf die ersten Werte …</translation>
    </message>
</context>
<context>
    <name>LiveCharts</name>
    <message>
        <source>read</source>
        <translation>lesen</translation>
    </message>
    <message>
        <source>no reads</source>
        <translation>keins</translation>
    </message>
    <message>
        <source>write</source>
        <translation>schreiben</translation>
    </message>
    <message>
        <source>Throughput (MB/s)</source>
        <translation>Durchsatz (MB/s)</translation>
    </message>
    <message>
        <source>Nothing was read or written in this time.</source>
        <translation>In dieser Zeit wurde nichts gelesen oder geschrieben.</translation>
    </message>
    <message>
        <source>Requests (IOPS)</source>
        <translation>Anfragen (IOPS)</translation>
    </message>
    <message>
        <source>No requests in this time.</source>
        <translation>Keine Anfragen in dieser Zeit.</translation>
    </message>
    <message>
        <source>no flushes</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>flush</source>
        <translation>Flush</translation>
    </message>
    <message>
        <source>Latency</source>
        <translation>Latenz</translation>
    </message>
    <message>
        <source>No request ended in this time.</source>
        <translation>In dieser Zeit wurde keine Anfrage fertig.</translation>
    </message>
    <message>
        <source>The queue was empty.</source>
        <translation>Die Warteschlange war leer.</translation>
    </message>
    <message>
        <source>Utilisation</source>
        <translation>Auslastung</translation>
    </message>
    <message>
        <source>busy</source>
        <translation>beschäftigt</translation>
    </message>
    <message>
        <source>It was never busy.</source>
        <translation>Es war nie beschäftigt.</translation>
    </message>
    <message>
        <source>not counted</source>
        <translation>nicht gezählt</translation>
    </message>
    <message>
        <source>no writes</source>
        <translation>keins</translation>
    </message>
    <message>
        <source>under 1&#xa0;ms</source>
        <translation>unter 1 ms</translation>
    </message>
    <message>
        <source>{count} per second</source>
        <translation>{count} pro Sekunde</translation>
    </message>
    <message>
        <source>now</source>
        <translation>jetzt</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>highest</source>
        <translation>Höchstwert</translation>
    </message>
    <message>
        <source>{name}: now {now}, mean {mean}, highest shown {top}</source>
        <translation>{name}: jetzt {now}, Mittel {mean}, höchster gezeigter Wert {top}</translation>
    </message>
    <message>
        <source>The last {span}.</source>
        <translation>Die letzten {span}.</translation>
    </message>
    <message>
        <source>From {begin} to {end}.</source>
        <translation>Von {begin} bis {end}.</translation>
    </message>
    <message>
        <source>Queue length</source>
        <translation>Warteschlange</translation>
    </message>
    <message>
        <source>discard</source>
        <translation>verwerfen</translation>
    </message>
    <message>
        <source>no discards</source>
        <translation>nichts verworfen</translation>
    </message>
    <message>
        <source>requests</source>
        <translation>Anfragen</translation>
    </message>
    <message>
        <source>then</source>
        <translation>damals</translation>
    </message>
    <message>
        <source>{mean} ({low} … {high})</source>
        <translation>{mean} ({low} … {high})</translation>
    </message>
    <message>
        <source>−{minutes} min</source>
        <translation>−{minutes} min</translation>
    </message>
    <message>
        <source>−{seconds} s</source>
        <translation>−{seconds} s</translation>
    </message>
    <message>
        <source>{seconds} s</source>
        <translation>{seconds} s</translation>
    </message>
    <message>
        <source>{minutes} min</source>
        <translation>{minutes} min</translation>
    </message>
    <message>
        <source>{hours} h</source>
        <translation>{hours} h</translation>
    </message>
</context>
<context>
    <name>LiveDialog</name>
    <message>
        <source>Compare under your own load</source>
        <translation>Unter der eigenen Last vergleichen</translation>
    </message>
    <message>
        <source>At the same load</source>
        <translation>Bei gleicher Last</translation>
    </message>
    <message>
        <source>Scheduler</source>
        <translation>Scheduler</translation>
    </message>
    <message>
        <source>Nothing of that was seen yet</source>
        <translation>Davon war noch nichts zu sehen</translation>
    </message>
    <message>
        <source>&amp;Start watching</source>
        <translation>Beobachtung &amp;starten</translation>
    </message>
    <message>
        <source>Putting the settings back …</source>
        <translation>Die Einstellungen werden zurückgesetzt …</translation>
    </message>
    <message>
        <source>The result could not be kept for later: {reason}</source>
        <translation>Das Ergebnis konnte nicht für später aufgehoben werden: {reason}</translation>
    </message>
    <message>
        <source>The schedulers take turns while your programs use the disk as always. It&apos;s only watched how long their requests take: nothing is read or written. A switch makes requests wait for a moment, and everything comes back at the end.</source>
        <translation>Die Scheduler wechseln sich ab, während Ihre Programme den Datenträger nutzen wie immer. Beobachtet wird nur, wie lange deren Anfragen dauern: Nichts wird gelesen oder geschrieben. Ein Wechsel lässt Anfragen einen Moment warten, und am Ende kommt alles zurück.</translation>
    </message>
    <message>
        <source> min</source>
        <translation> min</translation>
    </message>
    <message>
        <source>&amp;At most</source>
        <translation>&amp;Höchstens</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>Compare on {device} under your own load</source>
        <translation>Auf {device} unter der eigenen Last vergleichen</translation>
    </message>
    <message>
        <source>Starting …</source>
        <translation>Wird gestartet …</translation>
    </message>
    <message>
        <source>Watching; {names} take turns.</source>
        <translation>Beobachtung läuft; {names} wechseln sich ab.</translation>
    </message>
    <message>
        <source>The result is in the history of this disk.</source>
        <translation>Das Ergebnis steht im Verlauf dieses Datenträgers.</translation>
    </message>
    <message>
        <source>The settings from before are back.</source>
        <translation>Die Einstellungen von vorher sind zurück.</translation>
    </message>
    <message>
        <source>Tick at least two.</source>
        <translation>Haken Sie mindestens zwei an.</translation>
    </message>
    <message>
        <source>S&amp;top</source>
        <translation>&amp;Anhalten</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>S&amp;chließen</translation>
    </message>
</context>
<context>
    <name>LivePanel</name>
    <message>
        <source>Reset &amp;zoom</source>
        <translation>Zoom zurück&amp;setzen</translation>
    </message>
    <message>
        <source>Last 10 seconds</source>
        <translation>Letzte 10 Sekunden</translation>
    </message>
    <message>
        <source>Last minute</source>
        <translation>Letzte Minute</translation>
    </message>
    <message>
        <source>Last 5 minutes</source>
        <translation>Letzte 5 Minuten</translation>
    </message>
    <message>
        <source>&amp;Charts</source>
        <translation>Diagra&amp;mme</translation>
    </message>
    <message>
        <source>&amp;Logarithmic scales</source>
        <translation>&amp;Logarithmische Skalen</translation>
    </message>
    <message>
        <source>Last 15 minutes</source>
        <translation>Letzte 15 Minuten</translation>
    </message>
    <message>
        <source>Last hour</source>
        <translation>Letzte Stunde</translation>
    </message>
    <message>
        <source>Charts that are shown</source>
        <translation>Gezeigte Diagramme</translation>
    </message>
    <message>
        <source>No chart is chosen. “Charts” brings them back.</source>
        <translation>Kein Diagramm ist gewählt. „Diagramme“ holt sie zurück.</translation>
    </message>
    <message>
        <source>The device is gone, and nothing was recorded of it.</source>
        <translation>Das Gerät ist fort, und nichts wurde von ihm aufgezeichnet.</translation>
    </message>
    <message>
        <source>The device is gone. This is the last that was recorded.</source>
        <translation>Das Gerät ist fort. Das ist das Letzte, was aufgezeichnet wurde.</translation>
    </message>
    <message>
        <source>Paused at {moment}, showing {span}. Recording goes on; Resume catches up.</source>
        <translation>Pausiert um {moment}, gezeigt wird {span}. Die Aufzeichnung läuft weiter; „Fortsetzen“ holt auf.</translation>
    </message>
    <message>
        <source>Paused before the first value.</source>
        <translation>Pausiert vor dem ersten Wert.</translation>
    </message>
    <message>
        <source>Showing the last {span}.</source>
        <translation>Gezeigt wird: die letzten {span}.</translation>
    </message>
    <message>
        <source>Drag to look closer, the wheel zooms; arrow keys read values.</source>
        <translation>Ziehen vergrößert einen Bereich, das Mausrad zoomt; Pfeiltasten lesen Werte ab.</translation>
    </message>
    <message>
        <source>Ti&amp;me range</source>
        <translation>&amp;Zeitraum</translation>
    </message>
    <message>
        <source>Time range</source>
        <translation>Zeitraum</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>&amp;Pause</translation>
    </message>
    <message>
        <source>&amp;Resume</source>
        <translation>&amp;Fortsetzen</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Storage Tuner</source>
        <translation>Storage Tuner</translation>
    </message>
    <message numerus="yes">
        <source>%n device(s)</source>
        <translation>
            <numerusform>%n Gerät</numerusform>
            <numerusform>%n Geräte</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Try again</source>
        <translation>&amp;Erneut versuchen</translation>
    </message>
</context>
<context>
    <name>MeasureStep</name>
    <message>
        <source>Progress of the measurement</source>
        <translation>Fortschritt der Messung</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>&amp;Pause</translation>
    </message>
    <message>
        <source>Confirming by restarts</source>
        <translation>Bestätigen durch Neustarts</translation>
    </message>
    <message>
        <source>Measuring</source>
        <translation>Messung</translation>
    </message>
    <message>
        <source>Getting ready …</source>
        <translation>Vorbereitung …</translation>
    </message>
    <message>
        <source>Starts with the measurement.</source>
        <translation>Beginnt mit der Messung.</translation>
    </message>
    <message>
        <source>&amp;Go on</source>
        <translation>&amp;Fortsetzen</translation>
    </message>
    <message>
        <source>Pausing, and putting the settings back …</source>
        <translation>Pause; die Einstellungen werden zurückgesetzt …</translation>
    </message>
    <message>
        <source>Other programs</source>
        <translation>Andere Programme</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>Temperatur</translation>
    </message>
    <message>
        <source>Stopping, and putting the settings back …</source>
        <translation>Wird beendet; die Einstellungen werden zurückgesetzt …</translation>
    </message>
    <message>
        <source>Not everything is back</source>
        <translation>Nicht alles ist wieder wie vorher</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>This could not be measured</source>
        <translation>Das konnte nicht gemessen werden</translation>
    </message>
    <message>
        <source>“Try again” measures the same plan again; “Back” leads to the plan.</source>
        <translation>„Erneut versuchen“ misst noch einmal mit demselben Plan; „Zurück“ führt zum Plan.</translation>
    </message>
</context>
<context>
    <name>MeasuringTabs</name>
    <message>
        <source>&amp;Advice</source>
        <translation>&amp;Ratschläge</translation>
    </message>
</context>
<context>
    <name>Menus</name>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>&amp;Device</source>
        <translation>&amp;Gerät</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>&amp;Import results…</source>
        <translation>Ergebnisse &amp;importieren …</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Beenden</translation>
    </message>
    <message>
        <source>&amp;Read health</source>
        <translation>&amp;Zustand lesen</translation>
    </message>
    <message>
        <source>&amp;Tune…</source>
        <translation>&amp;Einstellen …</translation>
    </message>
    <message>
        <source>All &amp;results</source>
        <translation>&amp;Alle Ergebnisse</translation>
    </message>
    <message>
        <source>Co&amp;mpare results</source>
        <translation>Ergebnisse &amp;vergleichen</translation>
    </message>
    <message>
        <source>Restore prev&amp;ious settings</source>
        <translation>Vorherige Werte zurüc&amp;kholen</translation>
    </message>
    <message>
        <source>Try a &amp;practice disk…</source>
        <translation>&amp;Übungs-Datenträger ausprobieren …</translation>
    </message>
    <message>
        <source>&amp;Copy all about it</source>
        <translation>Alle Angaben &amp;kopieren</translation>
    </message>
    <message>
        <source>&amp;Find in the list…</source>
        <translation>In der &amp;Liste suchen …</translation>
    </message>
    <message>
        <source>&amp;Search again</source>
        <translation>&amp;Neu suchen</translation>
    </message>
    <message>
        <source>&amp;Colours</source>
        <translation>&amp;Farben</translation>
    </message>
    <message>
        <source>&amp;Pause live charts</source>
        <translation>Live-Diagramme &amp;pausieren</translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation>&amp;Tastenkürzel</translation>
    </message>
    <message>
        <source>&amp;Welcome</source>
        <translation>&amp;Willkommen</translation>
    </message>
    <message>
        <source>&amp;About Storage Tuner</source>
        <translation>&amp;Über Storage Tuner</translation>
    </message>
    <message>
        <source>Like the &amp;desktop</source>
        <translation>Wie der &amp;Desktop</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>&amp;Hell</translation>
    </message>
    <message>
        <source>Da&amp;rk</source>
        <translation>D&amp;unkel</translation>
    </message>
</context>
<context>
    <name>OverlayCards</name>
    <message>
        <source>&amp;Operation</source>
        <translation>&amp;Operation</translation>
    </message>
    <message>
        <source>&amp;Threads</source>
        <translation>&amp;Threads</translation>
    </message>
    <message>
        <source>How latencies spread</source>
        <translation>Wie sich Latenzen verteilen</translation>
    </message>
    <message>
        <source>In the course of time</source>
        <translation>Im Lauf der Zeit</translation>
    </message>
    <message>
        <source>Second by second</source>
        <translation>Sekunde für Sekunde</translation>
    </message>
</context>
<context>
    <name>Overview</name>
    <message>
        <source>Settings now</source>
        <translation>Einstellungen jetzt</translation>
    </message>
    <message>
        <source>default: {value}</source>
        <translation>Standard: {value}</translation>
    </message>
    <message>
        <source>Last measurement</source>
        <translation>Letzte Messung</translation>
    </message>
    <message>
        <source>none: it&apos;s a spare, or has failed</source>
        <translation>keiner: eine Reserve, oder ausgefallen</translation>
    </message>
    <message>
        <source>none was found</source>
        <translation>keine gefunden</translation>
    </message>
    <message>
        <source>Its settings are those of </source>
        <translation>Seine Einstellungen sind die von </translation>
    </message>
    <message>
        <source>up to {value}</source>
        <translation>bis {value}</translation>
    </message>
    <message>
        <source>When</source>
        <translation>Wann</translation>
    </message>
</context>
<context>
    <name>OverwriteDialog</name>
    <message>
        <source>Overwrite a disk</source>
        <translation>Einen Datenträger überschreiben</translation>
    </message>
    <message>
        <source>&amp;Overwrite the disk</source>
        <translation>Datenträger ü&amp;berschreiben</translation>
    </message>
    <message>
        <source>Everything on {device} will be lost</source>
        <translation>Alles auf {device} geht verloren</translation>
    </message>
    <message>
        <source>The tests write all over it. Nothing that was on it can be brought back, whatever happens to this program.</source>
        <translation>Die Tests schreiben überall darauf. Nichts, was darauf war, lässt sich zurückholen, was auch immer diesem Programm zustößt.</translation>
    </message>
    <message>
        <source>Before anything is written it is looked at for file systems, partition tables, swap, members of arrays, volume groups and encrypted volumes. A disk that isn&apos;t empty is refused.</source>
        <translation>Bevor etwas geschrieben wird, wird er auf Dateisysteme, Partitionstabellen, Auslagerungsbereiche, Mitglieder von Verbünden, Datenträgergruppen und verschlüsselte Datenträger durchgesehen. Ein Datenträger, der nicht leer ist, wird abgelehnt.</translation>
    </message>
    <message>
        <source>To allow that, &amp;type: {name}</source>
        <translation>Um das zu erlauben, &amp;tippen Sie: {name}</translation>
    </message>
    <message>
        <source>May this disk be overwritten?</source>
        <translation>Darf dieser Datenträger überschrieben werden?</translation>
    </message>
    <message>
        <source>You will be asked for a password.</source>
        <translation>Sie werden nach einem Passwort gefragt.</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Serial number</source>
        <translation>Seriennummer</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Connected by</source>
        <translation>Angeschlossen über</translation>
    </message>
    <message>
        <source>Type the disk&apos;s name exactly as it stands above.</source>
        <translation>Tippen Sie den Namen des Datenträgers genau so, wie er oben steht.</translation>
    </message>
</context>
<context>
    <name>OverwritingOffer</name>
    <message>
        <source>Everything on {device} will be overwritten</source>
        <translation>Alles auf {device} wird überschrieben</translation>
    </message>
    <message>
        <source>{model}: writing is measured on the disk itself.</source>
        <translation>{model}: Schreiben wird auf dem Datenträger selbst gemessen.</translation>
    </message>
    <message>
        <source>&amp;Only read after all</source>
        <translation>Doch &amp;nur lesen</translation>
    </message>
    <message>
        <source>This disk looks empty</source>
        <translation>Dieser Datenträger sieht leer aus</translation>
    </message>
    <message>
        <source>Writing can be measured, too, when everything on it may be lost.</source>
        <translation>Auch Schreiben lässt sich messen, wenn alles darauf verloren gehen darf.</translation>
    </message>
    <message>
        <source>&amp;Overwrite it…</source>
        <translation>Ü&amp;berschreiben …</translation>
    </message>
</context>
<context>
    <name>PairPanel</name>
    <message>
        <source>Another setting</source>
        <translation>Weitere Einstellung</translation>
    </message>
    <message>
        <source>A</source>
        <translation>A</translation>
    </message>
    <message>
        <source>A&amp;dd a setting</source>
        <translation>Einstellung hinzu&amp;fügen</translation>
    </message>
    <message>
        <source>B</source>
        <translation>B</translation>
    </message>
    <message>
        <source>{setting} in {side}</source>
        <translation>{setting} in {side}</translation>
    </message>
</context>
<context>
    <name>Patience</name>
    <message>
        <source>&amp;Wait until it&apos;s over</source>
        <translation>W&amp;arten, bis es vorbei ist</translation>
    </message>
    <message>
        <source>Looks again every 15 seconds until nothing of it is left</source>
        <translation>Sieht alle 15 Sekunden nach, bis nichts mehr davon übrig ist</translation>
    </message>
    <message>
        <source>Stop &amp;waiting</source>
        <translation>Nicht länger &amp;warten</translation>
    </message>
</context>
<context>
    <name>PlanFiles</name>
    <message>
        <source>Compare schedulers while your programs use the disk</source>
        <translation>Scheduler vergleichen, während Ihre Programme den Datenträger nutzen</translation>
    </message>
    <message>
        <source>Load a &amp;plan…</source>
        <translation>Einen &amp;Plan laden …</translation>
    </message>
    <message>
        <source>Loaded: {path}</source>
        <translation>Geladen: {path}</translation>
    </message>
    <message>
        <source>The plan is that of the earlier result.</source>
        <translation>Der Plan ist der des früheren Ergebnisses.</translation>
    </message>
    <message>
        <source>Unde&amp;r my own load…</source>
        <translation>&amp;Unter der eigenen Last …</translation>
    </message>
    <message>
        <source>All that stands in it is chosen above.</source>
        <translation>Alles, was darin steht, ist oben gewählt.</translation>
    </message>
    <message>
        <source>Save th&amp;is plan…</source>
        <translation>D&amp;iesen Plan speichern …</translation>
    </message>
    <message>
        <source>Saved: {path}</source>
        <translation>Gespeichert: {path}</translation>
    </message>
    <message>
        <source>Load a plan</source>
        <translation>Einen Plan laden</translation>
    </message>
    <message>
        <source>Save this plan</source>
        <translation>Diesen Plan speichern</translation>
    </message>
    <message>
        <source>Plans (*.{suffix})</source>
        <translation>Pläne (*.{suffix})</translation>
    </message>
</context>
<context>
    <name>PlanStep</name>
    <message>
        <source>What will happen</source>
        <translation>Was geschehen wird</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>Plan</translation>
    </message>
    <message>
        <source>Another way to measure</source>
        <translation>Eine andere Art zu messen</translation>
    </message>
    <message>
        <source>Compared: {compared}. {time}.</source>
        <translation>Verglichen: {compared}. {time}.</translation>
    </message>
    <message>
        <source>How long</source>
        <translation>Wie lange</translation>
    </message>
    <message>
        <source>Runs of each test: from three on, the results are judged</source>
        <translation>Läufe jedes Tests: ab drei werden die Ergebnisse beurteilt</translation>
    </message>
    <message>
        <source>{name} ({duration})</source>
        <translation>{name} ({duration})</translation>
    </message>
    <message>
        <source>Nothing can be lost</source>
        <translation>Nichts kann verloren gehen</translation>
    </message>
    <message>
        <source>A practice disk is made for this: a file of 1 GB on your system disk. It is written and read, and removed afterwards.</source>
        <translation>Dafür wird ein Übungs-Datenträger angelegt: eine Datei von 1 GB auf Ihrem Systemdatenträger. Sie wird beschrieben und gelesen und danach entfernt.</translation>
    </message>
    <message>
        <source>Your files stay untouched</source>
        <translation>Ihre Dateien bleiben unberührt</translation>
    </message>
    <message>
        <source>The disk is only read. Its settings change for seconds and always come back, even if this program or the computer stops.</source>
        <translation>Der Datenträger wird nur gelesen. Seine Einstellungen ändern sich für Sekunden und kommen immer zurück, auch wenn dieses Programm oder der Rechner stehen bleibt.</translation>
    </message>
    <message>
        <source>A test file of 1 GB is written into {path} and removed afterwards. Settings always come back, even if this program or the computer stops.</source>
        <translation>Eine Testdatei von 1 GB wird in {path} geschrieben und danach entfernt. Einstellungen kommen immer zurück, auch wenn dieses Programm oder der Rechner stehen bleibt.</translation>
    </message>
    <message>
        <source>{path} is only read. Settings always come back, even if this program or the computer stops.</source>
        <translation>{path} wird nur gelesen. Einstellungen kommen immer zurück, auch wenn dieses Programm oder der Rechner stehen bleibt.</translation>
    </message>
    <message>
        <source>The computer will feel slower meanwhile</source>
        <translation>Der Rechner fühlt sich währenddessen langsamer an</translation>
    </message>
    <message>
        <source>The practice disk lies on your system disk, which will be busy.</source>
        <translation>Der Übungs-Datenträger liegt auf Ihrem Systemdatenträger, der beschäftigt sein wird.</translation>
    </message>
    <message>
        <source>Programs that use this disk will feel slow</source>
        <translation>Programme, die diesen Datenträger nutzen, fühlen sich langsam an</translation>
    </message>
    <message>
        <source>Leave the computer alone if you can: other programs disturb the measurement. You can stop at any time.</source>
        <translation>Lassen Sie den Rechner wenn möglich in Ruhe: Andere Programme stören die Messung. Sie können jederzeit anhalten.</translation>
    </message>
    <message>
        <source>The disk will be busy</source>
        <translation>Der Datenträger wird beschäftigt sein</translation>
    </message>
    <message>
        <source>Nothing uses it now, so you will hardly notice. Stop at any time.</source>
        <translation>Nichts nutzt ihn gerade, Sie werden also kaum etwas merken. Anhalten geht jederzeit.</translation>
    </message>
    <message>
        <source>Asked once, at the start</source>
        <translation>Wird einmal gefragt, am Anfang</translation>
    </message>
    <message>
        <source>Not needed</source>
        <translation>Nicht nötig</translation>
    </message>
    <message>
        <source>Advanced: what is compared and how, plans from files</source>
        <translation>Erweitert: was wie verglichen wird, Pläne aus Dateien</translation>
    </message>
    <message>
        <source>Like the article</source>
        <translation>Wie im Artikel</translation>
    </message>
    <message>
        <source>One scheduler after the other, a minute each, with pauses between them: to compare with the article&apos;s numbers.</source>
        <translation>Ein Scheduler nach dem anderen, je eine Minute, mit Pausen dazwischen: zum Vergleich mit den Zahlen des Artikels.</translation>
    </message>
    <message>
        <source>Runs of each test</source>
        <translation>Läufe jedes Tests</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Written</source>
        <translation>Geschrieben</translation>
    </message>
    <message>
        <source>Password</source>
        <translation>Passwort</translation>
    </message>
    <message>
        <source>At most {duration}, done around {end} or sooner</source>
        <translation>Höchstens {duration}, fertig um {end} oder früher</translation>
    </message>
    <message>
        <source>{duration}, done around {end}</source>
        <translation>{duration}, fertig um {end}</translation>
    </message>
</context>
<context>
    <name>PracticePage</name>
    <message>
        <source>Last measurement</source>
        <translation>Letzte Messung</translation>
    </message>
    <message>
        <source>Pages of the practice disk</source>
        <translation>Seiten des Übungs-Datenträgers</translation>
    </message>
    <message>
        <source>&amp;Overview</source>
        <translation>Ü&amp;berblick</translation>
    </message>
</context>
<context>
    <name>PreviewDialog</name>
    <message>
        <source>Apply settings</source>
        <translation>Einstellungen anwenden</translation>
    </message>
    <message>
        <source>What else happens</source>
        <translation>Was sonst geschieht</translation>
    </message>
    <message>
        <source>Risky: please confirm</source>
        <translation>Riskant: bitte bestätigen</translation>
    </message>
    <message>
        <source>You may be asked for a password.</source>
        <translation>Sie werden womöglich nach einem Passwort gefragt.</translation>
    </message>
    <message>
        <source>&amp;Apply</source>
        <translation>&amp;Anwenden</translation>
    </message>
    <message>
        <source>Setting …</source>
        <translation>Wird gesetzt …</translation>
    </message>
    <message>
        <source>All settings are set, or none.</source>
        <translation>Alle Einstellungen werden gesetzt, oder keine.</translation>
    </message>
    <message>
        <source>Apply these settings?</source>
        <translation>Diese Einstellungen anwenden?</translation>
    </message>
    <message>
        <source>What will be set</source>
        <translation>Was gesetzt wird</translation>
    </message>
    <message>
        <source>Apply &amp;to:</source>
        <translation>Anwenden a&amp;uf:</translation>
    </message>
    <message>
        <source>Apply to</source>
        <translation>Anwenden auf</translation>
    </message>
</context>
<context>
    <name>PreviewTable</name>
    <message>
        <source>What will be set</source>
        <translation>Was gesetzt wird</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>Einstellung</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>Jetzt</translation>
    </message>
    <message>
        <source>Will be</source>
        <translation>Danach</translation>
    </message>
    <message>
        <source>What it does</source>
        <translation>Was sie bewirkt</translation>
    </message>
    <message>
        <source>After a restart</source>
        <translation>Nach einem Neustart</translation>
    </message>
</context>
<context>
    <name>Progress</name>
    <message>
        <source>Run {run} of {runs}</source>
        <translation>Lauf {run} von {runs}</translation>
    </message>
    <message>
        <source>Test {run} of {runs}</source>
        <translation>Test {run} von {runs}</translation>
    </message>
    <message>
        <source>{text} · done around {clock}</source>
        <translation>{text} · fertig um {clock}</translation>
    </message>
    <message>
        <source>You may be asked for your password.</source>
        <translation>Sie werden womöglich nach Ihrem Passwort gefragt.</translation>
    </message>
    <message>
        <source>Now: {operation}, {threads}: {doing}</source>
        <translation>Jetzt: {operation}, {threads}: {doing}</translation>
    </message>
    <message>
        <source>Now: {scheduler}, {operation}, {threads}</source>
        <translation>Jetzt: {scheduler}, {operation}, {threads}</translation>
    </message>
    <message>
        <source>Now: {operation}, {threads}, round {block}</source>
        <translation>Jetzt: {operation}, {threads}, Runde {block}</translation>
    </message>
    <message>
        <source>{now}, {seconds} s a turn</source>
        <translation>{now}, je {seconds} s</translation>
    </message>
</context>
<context>
    <name>PublishedCard</name>
    <message>
        <source>What published rules expect</source>
        <translation>Was veröffentlichte Regeln erwarten</translation>
    </message>
    <message>
        <source>Others found or recommend that. Whether it holds here, measuring tells.</source>
        <translation>Andere haben das herausgefunden oder raten dazu. Ob es hier gilt, zeigt das Messen.</translation>
    </message>
    <message>
        <source>{wanted}: {statement} ({source})</source>
        <translation>{wanted}: {statement} ({source})</translation>
    </message>
    <message numerus="yes">
        <source>%n more say(s) the same.</source>
        <translation>
            <numerusform>%n weitere sagt dasselbe.</numerusform>
            <numerusform>%n weitere sagen dasselbe.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PurposeStep</name>
    <message>
        <source>What is this disk mostly used for?</source>
        <translation>Wofür wird dieser Datenträger vor allem genutzt?</translation>
    </message>
    <message>
        <source>It decides how much each measurement counts.</source>
        <translation>Es entscheidet, wie viel jede Messung zählt.</translation>
    </message>
    <message>
        <source>What matters first?</source>
        <translation>Was zählt zuerst?</translation>
    </message>
</context>
<context>
    <name>QuickChoices</name>
    <message>
        <source>Quick test</source>
        <translation>Schnelltest</translation>
    </message>
    <message>
        <source>&amp;Compare settings…</source>
        <translation>&amp;Vergleichen …</translation>
    </message>
    <message>
        <source>Opens the assistant, which measures this disk with different settings.</source>
        <translation>Öffnet den Assistenten, der diesen Datenträger mit verschiedenen Einstellungen misst.</translation>
    </message>
    <message>
        <source>A new file in {folder}</source>
        <translation>Eine neue Datei in {folder}</translation>
    </message>
    <message>
        <source>Choose a folder on this disk</source>
        <translation>Wählen Sie einen Ordner auf diesem Datenträger</translation>
    </message>
    <message>
        <source>Runs of each test</source>
        <translation>Läufe jedes Tests</translation>
    </message>
    <message>
        <source>Sta&amp;rt all</source>
        <translation>Alle s&amp;tarten</translation>
    </message>
    <message>
        <source>The disk itself</source>
        <translation>Die Platte selbst</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Wo</translation>
    </message>
    <message>
        <source>{tests} tests, {runs}: about {duration}.</source>
        <translation>{tests} Tests, {runs}: etwa {duration}.</translation>
    </message>
    <message>
        <source>A disk itself is only read; choose a folder on it to measure writing.</source>
        <translation>Ein Datenträger selbst wird nur gelesen; wählen Sie einen Ordner darauf, um Schreiben zu messen.</translation>
    </message>
    <message>
        <source>&amp;Write, too</source>
        <translation>Auch &amp;schreiben</translation>
    </message>
    <message>
        <source>A file of 1 GB is filled first. Nothing on it can be lost.</source>
        <translation>Zuerst wird eine Datei von 1 GB gefüllt. Nichts darauf kann verloren gehen.</translation>
    </message>
    <message>
        <source>A file of 1 GB is written there first, and removed afterwards.</source>
        <translation>Zuerst wird dort eine Datei von 1 GB geschrieben und danach entfernt.</translation>
    </message>
    <message>
        <source>A practice disk</source>
        <translation>Eine Übungsplatte</translation>
    </message>
    <message>
        <source>Another folder…</source>
        <translation>Anderer Ordner …</translation>
    </message>
    <message>
        <source>It is only read</source>
        <translation>Sie wird nur gelesen</translation>
    </message>
    <message>
        <source>Kind of test</source>
        <translation>Art des Tests</translation>
    </message>
    <message>
        <source>Made for the test and removed afterwards</source>
        <translation>Für den Test angelegt und danach entfernt</translation>
    </message>
    <message>
        <source>Make all tests below</source>
        <translation>Alle Tests darunter ausführen</translation>
    </message>
    <message>
        <source>No setting is changed.</source>
        <translation>Keine Einstellung wird geändert.</translation>
    </message>
</context>
<context>
    <name>QuickFigures</name>
    <message>
        <source>The bars are logarithmic, from 0.1 MB/s to 10 GB/s, with a gap at each power of ten. A line across a bar is the 95 % interval, an upright one the last time.</source>
        <translation>Die Balken sind logarithmisch, von 0,1 MB/s bis 10 GB/s, mit einer Lücke bei jeder Zehnerpotenz. Ein Strich quer über den Balken ist das 95-%-Intervall, ein aufrechter das letzte Mal.</translation>
    </message>
    <message>
        <source>Copy as te&amp;xt</source>
        <translation>Als Te&amp;xt kopieren</translation>
    </message>
    <message>
        <source>Copy as &amp;image</source>
        <translation>Als Bild ko&amp;pieren</translation>
    </message>
    <message>
        <source>Not measured yet</source>
        <translation>Noch nicht gemessen</translation>
    </message>
    <message>
        <source>Start the quick test to see how fast this disk is with its settings of now.</source>
        <translation>Starten Sie den Schnelltest, um zu sehen, wie schnell dieser Datenträger mit den jetzigen Einstellungen ist.</translation>
    </message>
    <message>
        <source>So far</source>
        <translation>Bis jetzt</translation>
    </message>
    <message>
        <source>{moment}, {place}</source>
        <translation>{moment}, {place}</translation>
    </message>
    <message>
        <source>Last time: {moment}.</source>
        <translation>Letztes Mal: {moment}.</translation>
    </message>
    <message>
        <source>Set differently since then: {changes}.</source>
        <translation>Seitdem anders eingestellt: {changes}.</translation>
    </message>
    <message>
        <source>The settings were the same.</source>
        <translation>Die Einstellungen waren dieselben.</translation>
    </message>
    <message>
        <source>Copied as text.</source>
        <translation>Als Text kopiert.</translation>
    </message>
    <message>
        <source>Copied as image.</source>
        <translation>Als Bild kopiert.</translation>
    </message>
</context>
<context>
    <name>QuickTestProgress</name>
    <message>
        <source>Measuring {name} …</source>
        <translation>{name} wird gemessen …</translation>
    </message>
    <message>
        <source>Preparing …</source>
        <translation>Vorbereitung …</translation>
    </message>
    <message>
        <source>Progress of the quick test</source>
        <translation>Fortschritt des Schnelltests</translation>
    </message>
    <message>
        <source>Quick test under way</source>
        <translation>Schnelltest läuft</translation>
    </message>
    <message>
        <source>Sto&amp;p</source>
        <translation>Sto&amp;pp</translation>
    </message>
    <message>
        <source>Stopping …</source>
        <translation>Wird angehalten …</translation>
    </message>
</context>
<context>
    <name>Race</name>
    <message>
        <source>&amp;Test</source>
        <translation>&amp;Test</translation>
    </message>
    <message>
        <source>Slice by slice</source>
        <translation>Abschnitt für Abschnitt</translation>
    </message>
    <message>
        <source>The first slices are being measured …</source>
        <translation>Die ersten Abschnitte werden gemessen …</translation>
    </message>
    <message>
        <source>{operation}, {threads}</source>
        <translation>{operation}, {threads}</translation>
    </message>
</context>
<context>
    <name>Removing</name>
    <message numerus="yes">
        <source>%n result(s) brought back.</source>
        <translation>
            <numerusform>%n Ergebnis zurückgeholt.</numerusform>
            <numerusform>%n Ergebnisse zurückgeholt.</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Delete for good</source>
        <translation>&amp;Endgültig löschen</translation>
    </message>
    <message numerus="yes">
        <source>Delete %n result(s) for good?</source>
        <translation>
            <numerusform>%n Ergebnis endgültig löschen?</numerusform>
            <numerusform>%n Ergebnisse endgültig löschen?</numerusform>
        </translation>
    </message>
    <message>
        <source>Delete results</source>
        <translation>Ergebnisse löschen</translation>
    </message>
    <message>
        <source>Moved to the trash: {result}</source>
        <translation>In den Papierkorb verschoben: {result}</translation>
    </message>
    <message>
        <source>What was measured is lost then.</source>
        <translation>Was gemessen wurde, ist dann verloren.</translation>
    </message>
    <message numerus="yes">
        <source>%n result(s) moved to the trash.</source>
        <translation>
            <numerusform>%n Ergebnis in den Papierkorb verschoben.</numerusform>
            <numerusform>%n Ergebnisse in den Papierkorb verschoben.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ReportChoices</name>
    <message>
        <source>&amp;Data to judge again (JSON)</source>
        <translation>&amp;Daten zum erneuten Beurteilen (JSON)</translation>
    </message>
    <message>
        <source>&amp;In the folder:</source>
        <translation>&amp;Im Ordner:</translation>
    </message>
    <message>
        <source>&amp;Leave out what tells whose it is</source>
        <translation>Weg&amp;lassen, was verrät, wem es gehört</translation>
    </message>
    <message>
        <source>&amp;Name:</source>
        <translation>&amp;Name:</translation>
    </message>
    <message>
        <source>&amp;Plain text</source>
        <translation>&amp;Reiner Text</translation>
    </message>
    <message>
        <source>&amp;Report to read and print (PDF)</source>
        <translation>&amp;Bericht zum Lesen und Drucken (PDF)</translation>
    </message>
    <message>
        <source>&amp;Table of all runs (CSV)</source>
        <translation>&amp;Tabelle aller Läufe (CSV)</translation>
    </message>
    <message>
        <source>&amp;Web page in one file (HTML)</source>
        <translation>&amp;Webseite in einer Datei (HTML)</translation>
    </message>
    <message>
        <source>A4</source>
        <translation>A4</translation>
    </message>
    <message>
        <source>Already there, and will be replaced: {names}</source>
        <translation>Schon da, und wird ersetzt: {names}</translation>
    </message>
    <message>
        <source>C&amp;hoose…</source>
        <translation>&amp;Auswählen …</translation>
    </message>
    <message>
        <source>Choose at least one kind of file.</source>
        <translation>Wählen Sie mindestens eine Art von Datei.</translation>
    </message>
    <message>
        <source>Folder for the files</source>
        <translation>Ordner für die Dateien</translation>
    </message>
    <message>
        <source>How</source>
        <translation>Wie</translation>
    </message>
    <message>
        <source>Lan&amp;guage:</source>
        <translation>Spra&amp;che:</translation>
    </message>
    <message>
        <source>Letter</source>
        <translation>Letter</translation>
    </message>
    <message>
        <source>Pap&amp;er:</source>
        <translation>Pa&amp;pier:</translation>
    </message>
    <message>
        <source>Serial numbers, names of the computer and its users, folders and mount points. The verdict stays the same.</source>
        <translation>Seriennummern, Namen des Rechners und seiner Benutzer, Ordner und Einhängepunkte. Das Urteil bleibt dasselbe.</translation>
    </message>
    <message>
        <source>Table of all se&amp;conds (CSV)</source>
        <translation>Tabelle aller Se&amp;kunden (CSV)</translation>
    </message>
    <message>
        <source>Text to paste in a forum (&amp;Markdown)</source>
        <translation>Text zum Einfügen in ein Forum (&amp;Markdown)</translation>
    </message>
    <message>
        <source>The files need a name without a slash.</source>
        <translation>Die Dateien brauchen einen Namen ohne Schrägstrich.</translation>
    </message>
    <message>
        <source>The folder isn’t there.</source>
        <translation>Den Ordner gibt es nicht.</translation>
    </message>
    <message>
        <source>What to save</source>
        <translation>Was gespeichert wird</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Wo</translation>
    </message>
</context>
<context>
    <name>ReportStep</name>
    <message>
        <source>Report</source>
        <translation>Bericht</translation>
    </message>
    <message>
        <source>Save the result to read, print, send or judge it again.</source>
        <translation>Speichern Sie das Ergebnis, um es zu lesen, zu drucken, zu verschicken oder neu zu beurteilen.</translation>
    </message>
    <message>
        <source>Save &amp;report…</source>
        <translation>&amp;Bericht speichern …</translation>
    </message>
    <message>
        <source>Save &amp;web page…</source>
        <translation>&amp;Webseite speichern …</translation>
    </message>
    <message>
        <source>Save &amp;table…</source>
        <translation>&amp;Tabelle speichern …</translation>
    </message>
    <message>
        <source>Report (PDF)</source>
        <translation>Bericht (PDF)</translation>
    </message>
    <message>
        <source>Several at once, or to share</source>
        <translation>Mehrere auf einmal, oder zum Teilen</translation>
    </message>
    <message>
        <source>To read and print: the verdict, charts, how it was measured</source>
        <translation>Zum Lesen und Drucken: das Urteil, Diagramme, wie gemessen wurde</translation>
    </message>
    <message>
        <source>Web page (HTML)</source>
        <translation>Webseite (HTML)</translation>
    </message>
    <message>
        <source>The same to read in a browser, in one file</source>
        <translation>Dasselbe zum Lesen in einem Browser, in einer Datei</translation>
    </message>
    <message>
        <source>Table (CSV)</source>
        <translation>Tabelle (CSV)</translation>
    </message>
    <message>
        <source>For a spreadsheet: one row for every run</source>
        <translation>Für eine Tabellenkalkulation: eine Zeile für jeden Lauf</translation>
    </message>
    <message>
        <source>Choose paper and language, also text for a forum, and leave out what tells whose disk it is; with a preview</source>
        <translation>Papier und Sprache wählen, auch Text für ein Forum, und weglassen, was verrät, wessen Datenträger es ist; mit Vorschau</translation>
    </message>
    <message>
        <source>Data (JSON)</source>
        <translation>Daten (JSON)</translation>
    </message>
    <message>
        <source>For Storage Tuner and other programs: everything needed to judge again</source>
        <translation>Für Storage Tuner und andere Programme: alles, was nötig ist, um neu zu urteilen</translation>
    </message>
    <message>
        <source>Sa&amp;ve data…</source>
        <translation>&amp;Daten speichern …</translation>
    </message>
    <message>
        <source>Save or s&amp;hare…</source>
        <translation>Speichern oder te&amp;ilen …</translation>
    </message>
    <message>
        <source>Saving …</source>
        <translation>Wird gespeichert …</translation>
    </message>
    <message>
        <source>Saved: {path}</source>
        <translation>Gespeichert: {path}</translation>
    </message>
    <message>
        <source>Save report</source>
        <translation>Bericht speichern</translation>
    </message>
</context>
<context>
    <name>RequestCard</name>
    <message>
        <source>Us&amp;ed for</source>
        <translation>&amp;Genutzt für</translation>
    </message>
    <message>
        <source>What the advice is for</source>
        <translation>Wofür der Rat ist</translation>
    </message>
</context>
<context>
    <name>Result</name>
    <message>
        <source>1 means that all threads got the same (Jain’s index).</source>
        <translation>1 bedeutet, dass alle Threads gleich viel bekamen (Index nach Jain).</translation>
    </message>
    <message>
        <source>Fairness between threads</source>
        <translation>Fairness zwischen Threads</translation>
    </message>
    <message>
        <source>{test}, {threads}</source>
        <translation>{test}, {threads}</translation>
    </message>
</context>
<context>
    <name>ResultChart</name>
    <message>
        <source>Copy or save: {chart}</source>
        <translation>Kopieren oder speichern: {chart}</translation>
    </message>
</context>
<context>
    <name>ResultStep</name>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Try &amp;again</source>
        <translation>&amp;Erneut versuchen</translation>
    </message>
    <message>
        <source>The result could not be kept for later: {reason}</source>
        <translation>Das Ergebnis konnte nicht für später aufgehoben werden: {reason}</translation>
    </message>
    <message numerus="yes">
        <source>&amp;Measure %n more minute(s)</source>
        <translation>
            <numerusform>Noch %n Minute &amp;messen</numerusform>
            <numerusform>Noch %n Minuten &amp;messen</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Resume</source>
        <translation>&amp;Fortsetzen</translation>
    </message>
    <message>
        <source>&amp;Start over</source>
        <translation>&amp;Neu beginnen</translation>
    </message>
    <message>
        <source>Charts</source>
        <translation>Diagramme</translation>
    </message>
    <message>
        <source>It is complete here; save a report at the end.</source>
        <translation>Hier steht alles; einen Bericht speichern Sie am Ende.</translation>
    </message>
</context>
<context>
    <name>ResultsPage</name>
    <message>
        <source>Com&amp;pare</source>
        <translation>Verg&amp;leich</translation>
    </message>
    <message>
        <source>Histor&amp;y</source>
        <translation>Verla&amp;uf</translation>
    </message>
    <message>
        <source>Pages of all results</source>
        <translation>Seiten aller Ergebnisse</translation>
    </message>
</context>
<context>
    <name>RunTabs</name>
    <message>
        <source>Be&amp;nchmark</source>
        <translation>Be&amp;nchmark</translation>
    </message>
    <message>
        <source>Histor&amp;y</source>
        <translation>Verla&amp;uf</translation>
    </message>
</context>
<context>
    <name>SaveReport</name>
    <message>
        <source>&amp;Save</source>
        <translation>&amp;Speichern</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>In {folder}</source>
        <translation>In {folder}</translation>
    </message>
    <message>
        <source>Open it &amp;afterwards</source>
        <translation>Danach ö&amp;ffnen</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>Vorschau</translation>
    </message>
    <message>
        <source>Save report</source>
        <translation>Bericht speichern</translation>
    </message>
    <message>
        <source>Saved: {names}</source>
        <translation>Gespeichert: {names}</translation>
    </message>
    <message>
        <source>Saving …</source>
        <translation>Wird gespeichert …</translation>
    </message>
    <message>
        <source>The words and numbers; the PDF and the web page add charts.</source>
        <translation>Die Worte und Zahlen; das PDF und die Webseite bringen Diagramme dazu.</translation>
    </message>
</context>
<context>
    <name>SavedFile</name>
    <message>
        <source>&amp;Open it</source>
        <translation>&amp;Öffnen</translation>
    </message>
    <message>
        <source>It is saved nevertheless.</source>
        <translation>Gespeichert ist es trotzdem.</translation>
    </message>
    <message>
        <source>Nothing on this computer opens it: {path}</source>
        <translation>Nichts auf diesem Rechner öffnet es: {path}</translation>
    </message>
    <message>
        <source>Open the &amp;folder</source>
        <translation>&amp;Ordner öffnen</translation>
    </message>
</context>
<context>
    <name>SearchField</name>
    <message>
        <source>Clear the field</source>
        <translation>Das Feld leeren</translation>
    </message>
</context>
<context>
    <name>SearchableTree</name>
    <message>
        <source>Search devices</source>
        <translation>Geräte suchen</translation>
    </message>
    <message>
        <source>No device matches “{text}”.</source>
        <translation>Kein Gerät passt zu „{text}“.</translation>
    </message>
</context>
<context>
    <name>Sentence</name>
    <message>
        <source> ({half_turn:.1f} ms at {rpm:.0f} rpm)</source>
        <translation> ({half_turn:.1f} ms bei {rpm:.0f} U/min)</translation>
    </message>
    <message>
        <source>&quot;{variant}&quot;</source>
        <translation>„{variant}“</translation>
    </message>
    <message>
        <source>% of memory</source>
        <translation>% des Speichers</translation>
    </message>
    <message>
        <source>&apos;storage-tuner devices&apos; lists what there is.</source>
        <translation>&apos;storage-tuner devices&apos; listet auf, was es gibt.</translation>
    </message>
    <message>
        <source>&apos;storage-tuner runs list&apos; lists those that are kept.</source>
        <translation>&apos;storage-tuner runs list&apos; zeigt, welche aufgehoben sind.</translation>
    </message>
    <message>
        <source>&apos;storage-tuner workloads&apos; lists what there is.</source>
        <translation>&apos;storage-tuner workloads&apos; listet auf, was es gibt.</translation>
    </message>
    <message>
        <source>, for at most {limit}</source>
        <translation>, höchstens {limit} lang</translation>
    </message>
    <message>
        <source>, or {word}</source>
        <translation>, oder {word}</translation>
    </message>
    <message>
        <source>, {percent:.0f} % done</source>
        <translation>, {percent:.0f} % erledigt</translation>
    </message>
    <message>
        <source>, {share:.0f} % of them writes</source>
        <translation>, davon {share:.0f} % Schreiben</translation>
    </message>
    <message>
        <source>0 gives more throughput to background work, and a desktop that answers later.</source>
        <translation>0 gibt Hintergrundarbeit mehr Durchsatz, und der Desktop antwortet später.</translation>
    </message>
    <message>
        <source>0 raises throughput on SSDs and arrays, and weakens the guarantees. It sets slice_idle_us as well.</source>
        <translation>0 erhöht den Durchsatz auf SSDs und Verbünden und schwächt die Zusagen. Es setzt auch slice_idle_us.</translation>
    </message>
    <message>
        <source>0 saves a little CPU time where that never happens.</source>
        <translation>0 spart ein wenig Prozessorzeit, wo das nie vorkommt.</translation>
    </message>
    <message>
        <source>0 would switch it off, so it isn&apos;t offered.</source>
        <translation>0 würde es abschalten und wird darum nicht angeboten.</translation>
    </message>
    <message>
        <source>1 costs much throughput and raises slice_idle to 8 ms at least.</source>
        <translation>1 kostet viel Durchsatz und hebt slice_idle auf mindestens 8 ms.</translation>
    </message>
    <message>
        <source>1 keeps latency low, more raise throughput on disks that seek.</source>
        <translation>1 hält die Latenz niedrig, mehr erhöht den Durchsatz auf Festplatten mit bewegten Köpfen.</translation>
    </message>
    <message>
        <source>1000 / (seek + 30000/rpm)</source>
        <translation>1000 / (Suchzeit + 30000/U/min)</translation>
    </message>
    <message>
        <source>2 spreads the work, at the price of more interrupts between processors.</source>
        <translation>2 verteilt die Arbeit, um den Preis von mehr Unterbrechungen zwischen Prozessoren.</translation>
    </message>
    <message>
        <source>20 % of them writes</source>
        <translation>20 % davon Schreiben</translation>
    </message>
    <message>
        <source>32 instead of 31 commands were worth about 3 % where requests per second were the limit.</source>
        <translation>32 statt 31 Befehle brachten etwa 3 %, wo Anfragen pro Sekunde die Grenze waren.</translation>
    </message>
    <message>
        <source>512 requests at a time: the most an NVMe disk can do.</source>
        <translation>512 Anfragen gleichzeitig: das Meiste, was ein NVMe-Datenträger kann.</translation>
    </message>
    <message>
        <source>A and B are the same.</source>
        <translation>A und B sind gleich.</translation>
    </message>
    <message>
        <source>A benchmark runs on {device} already</source>
        <translation>Auf {device} läuft schon ein Benchmark</translation>
    </message>
    <message>
        <source>A benchmark runs on {device}; let it end first</source>
        <translation>Auf {device} läuft ein Benchmark; lassen Sie ihn erst enden</translation>
    </message>
    <message>
        <source>A busy server.</source>
        <translation>Ein beschäftigter Server.</translation>
    </message>
    <message>
        <source>A counter or a header that is kept up to date.</source>
        <translation>Ein Zähler oder ein Kopf, der auf dem neuesten Stand gehalten wird.</translation>
    </message>
    <message>
        <source>A desktop distribution.</source>
        <translation>Eine Desktop-Distribution.</translation>
    </message>
    <message>
        <source>A device with one hardware queue gets mq-deadline.</source>
        <translation>Ein Gerät mit einer Hardware-Warteschlange bekommt mq-deadline.</translation>
    </message>
    <message>
        <source>A device with several hardware queues gets none: the kernel has nothing to sort for it.</source>
        <translation>Ein Gerät mit mehreren Hardware-Warteschlangen bekommt none: Der Kernel hat dafür nichts zu sortieren.</translation>
    </message>
    <message>
        <source>A disk for backups, one thread a client.</source>
        <translation>Ein Datenträger für Sicherungen, ein Thread je Client.</translation>
    </message>
    <message>
        <source>A disk that spins</source>
        <translation>Eine drehende Festplatte</translation>
    </message>
    <message>
        <source>A file system on {name} is mounted</source>
        <translation>Ein Dateisystem auf {name} ist eingehängt</translation>
    </message>
    <message>
        <source>A fixed value switches the automatic off.</source>
        <translation>Ein fester Wert schaltet die Automatik ab.</translation>
    </message>
    <message>
        <source>A fourth disk took software RAID 5 past a hardware RAID 5 of three in reading, at the price of CPU time.</source>
        <translation>Ein vierter Datenträger brachte Software-RAID 5 beim Lesen an einem Hardware-RAID 5 aus dreien vorbei, um den Preis von Prozessorzeit.</translation>
    </message>
    <message>
        <source>A host-managed zoned device must have mq-deadline before Linux 6.10: it alone keeps the order of writes within a zone.</source>
        <translation>Ein Gerät mit host-verwalteten Zonen braucht vor Linux 6.10 mq-deadline: Nur das wahrt die Reihenfolge der Schreibzugriffe in einer Zone.</translation>
    </message>
    <message>
        <source>A mapped device has no health of its own.</source>
        <translation>Ein zugeordnetes Gerät hat keinen eigenen Zustand.</translation>
    </message>
    <message>
        <source>A media server: 2 MiB/s a viewer, one recording of 10 MiB/s.</source>
        <translation>Ein Medienserver: 2 MiB/s je Zuschauer, eine Aufnahme mit 10 MiB/s.</translation>
    </message>
    <message>
        <source>A nightly backup while a server works on.</source>
        <translation>Eine nächtliche Sicherung, während ein Server weiterarbeitet.</translation>
    </message>
    <message>
        <source>A password is needed, but there is no authentication agent to ask for it.</source>
        <translation>Ein Passwort wird gebraucht, aber kein Authentifizierungsprogramm ist da, das danach fragt.</translation>
    </message>
    <message>
        <source>A policy of the controller; drives order better by now, so it must be measured.</source>
        <translation>Eine Richtlinie des Controllers; Laufwerke sortieren inzwischen besser, es muss also gemessen werden.</translation>
    </message>
    <message>
        <source>A practice disk is being made for you already</source>
        <translation>Für Sie wird schon ein Übungs-Datenträger angelegt</translation>
    </message>
    <message>
        <source>A program in the idle class got 35 of 315 IOPS with cfq and 32 of 288 without it: what the author calls real isn&apos;t shown to come from the scheduler. Real time made no perceptible difference to best effort.</source>
        <translation>Ein Programm der Klasse „idle“ bekam 35 von 315 IOPS mit cfq und 32 von 288 ohne: Dass der vom Autor als echt bezeichnete Effekt vom Scheduler kommt, ist nicht gezeigt. Echtzeit machte gegenüber „best effort“ keinen merklichen Unterschied.</translation>
    </message>
    <message>
        <source>A program that keeps its state.</source>
        <translation>Ein Programm, das seinen Stand sichert.</translation>
    </message>
    <message>
        <source>A proposal to make it so everywhere was closed by systemd.</source>
        <translation>Ein Vorschlag, es überall so zu machen, wurde von systemd geschlossen.</translation>
    </message>
    <message>
        <source>A recording that must not be late beside everything else. Only root may ask for it, and not through our helper: in a folder.</source>
        <translation>Eine Aufnahme, die neben allem anderen nicht zu spät kommen darf. Nur root darf das verlangen, und nicht über unseren Helfer: in einem Ordner.</translation>
    </message>
    <message>
        <source>A request that crosses a chunk keeps two disks busy: of those with {larger} KiB {share:.0f} % do with chunks of {chunk} KiB, of those with 4 KiB none.</source>
        <translation>Eine Anfrage über eine Chunk-Grenze beschäftigt zwei Datenträger: Von denen mit {larger} KiB tun das bei Chunks von {chunk} KiB {share:.0f} %, von denen mit 4 KiB keine.</translation>
    </message>
    <message>
        <source>A request that spans two chunks keeps two disks busy, today as then; md&apos;s chunks are 512 KiB unless told otherwise.</source>
        <translation>Eine Anfrage über zwei Chunks beschäftigt zwei Datenträger, heute wie damals; Chunks von md sind 512 KiB, wenn nichts anderes gesagt wird.</translation>
    </message>
    <message>
        <source>A server program with many small reads under way.</source>
        <translation>Ein Serverprogramm mit vielen kleinen Lesezugriffen gleichzeitig.</translation>
    </message>
    <message>
        <source>A server program with many small writes under way.</source>
        <translation>Ein Serverprogramm mit vielen kleinen Schreibzugriffen gleichzeitig.</translation>
    </message>
    <message>
        <source>A simple copying program.</source>
        <translation>Ein einfaches Kopierprogramm.</translation>
    </message>
    <message>
        <source>A single program that waits for each piece before it asks for the next.</source>
        <translation>Ein einzelnes Programm, das auf jedes Stück wartet, bevor es das nächste verlangt.</translation>
    </message>
    <message>
        <source>A small partition at the start of a large disk.</source>
        <translation>Eine kleine Partition am Anfang einer großen Festplatte.</translation>
    </message>
    <message>
        <source>A tag has 1 to {most} letters, and no comma.</source>
        <translation>Ein Schlagwort hat 1 bis {most} Zeichen und kein Komma.</translation>
    </message>
    <message>
        <source>A test file</source>
        <translation>Eine Testdatei</translation>
    </message>
    <message>
        <source>A time limit of {timeout_s:g} s is not possible.</source>
        <translation>Eine Zeitgrenze von {timeout_s:g} s ist nicht möglich.</translation>
    </message>
    <message>
        <source>A unit of a controller has no health of its own.</source>
        <translation>Eine Einheit eines Controllers hat keinen eigenen Zustand.</translation>
    </message>
    <message>
        <source>A verify slows everything else down while it goes on.</source>
        <translation>Eine Überprüfung bremst alles andere, solange sie läuft.</translation>
    </message>
    <message>
        <source>A virtual disk doesn&apos;t tell. Ask on the computer it is on.</source>
        <translation>Ein virtueller Datenträger sagt es nicht. Fragen Sie auf dem Rechner, auf dem er liegt.</translation>
    </message>
    <message>
        <source>A wrong value makes it slow.</source>
        <translation>Ein falscher Wert macht es langsam.</translation>
    </message>
    <message>
        <source>AHCI has used 32 since 2018.</source>
        <translation>AHCI benutzt seit 2018 32.</translation>
    </message>
    <message>
        <source>About {time} may decide more.</source>
        <translation>{time} Messzeit könnten mehr entscheiden.</translation>
    </message>
    <message>
        <source>Latency</source>
        <translation>Latenz</translation>
    </message>
    <message>
        <source>Latency ({unit}), by powers of ten</source>
        <translation>Latenz ({unit}), in Zehnerpotenzen</translation>
    </message>
    <message>
        <source>Latency, 4 KiB</source>
        <translation>Latenz, 4 KiB</translation>
    </message>
    <message>
        <source>After how long a request of a low I/O priority is served in spite of higher ones.</source>
        <translation>Nach welcher Zeit eine Anfrage niedriger E/A-Priorität trotz höherer bedient wird.</translation>
    </message>
    <message>
        <source>A benchmark was left running; it was ended</source>
        <translation>Ein Benchmark lief noch; er wurde beendet</translation>
    </message>
    <message>
        <source>A benchmark with ramp_ms starts counting anew: it has no samples</source>
        <translation>Ein Benchmark mit ramp_ms beginnt neu zu zählen: Zwischenstände gibt es davon nicht</translation>
    </message>
    <message>
        <source>A call has id, method, device and arguments, nothing else</source>
        <translation>Ein Aufruf hat id, method, device und arguments, sonst nichts</translation>
    </message>
    <message>
        <source>A name, its sequence number and at least one setting are expected</source>
        <translation>Erwartet werden ein Name, seine laufende Nummer und mindestens eine Einstellung</translation>
    </message>
    <message>
        <source>A password is needed, but there is nobody to ask for it</source>
        <translation>Ein Passwort ist nötig, aber niemand da, der danach fragt</translation>
    </message>
    <message>
        <source>A practice disk</source>
        <translation>Ein Übungs-Datenträger</translation>
    </message>
    <message>
        <source>A practice disk of {size} MB doesn&apos;t fit: {free} MB are free, and {reserve} MB of them must stay free</source>
        <translation>Ein Übungs-Datenträger von {size} MB passt nicht: {free} MB sind frei, und {reserve} MB davon müssen frei bleiben</translation>
    </message>
    <message>
        <source>A practice disk was left over; it was removed</source>
        <translation>Ein Übungs-Datenträger war übrig; er wurde entfernt</translation>
    </message>
    <message>
        <source>A queue_depth above 1 needs the engine io_uring or libaio</source>
        <translation>queue_depth über 1 braucht io_uring oder libaio als engine</translation>
    </message>
    <message>
        <source>A sample of this benchmark is being taken</source>
        <translation>Von diesem Benchmark wird gerade ein Zwischenstand geholt</translation>
    </message>
    <message>
        <source>A search needs a time.</source>
        <translation>Eine Suche braucht eine Zeitvorgabe.</translation>
    </message>
    <message>
        <source>A tunable is varied twice.</source>
        <translation>Eine Einstellung wird zweimal variiert.</translation>
    </message>
    <message>
        <source>After how long a request that a program waits for goes before all sorting.</source>
        <translation>Nach welcher Zeit eine Anfrage, auf die ein Programm wartet, vor allem Sortieren drankommt.</translation>
    </message>
    <message>
        <source>After how long a request that nobody waits for goes before all sorting.</source>
        <translation>Nach welcher Zeit eine Anfrage, auf die niemand wartet, vor allem Sortieren drankommt.</translation>
    </message>
    <message>
        <source>After how long a waiting read goes before all sorting.</source>
        <translation>Nach welcher Zeit ein wartender Lesezugriff vor allem Sortieren drankommt.</translation>
    </message>
    <message>
        <source>After how long a waiting write goes before all sorting.</source>
        <translation>Nach welcher Zeit ein wartender Schreibzugriff vor allem Sortieren drankommt.</translation>
    </message>
    <message>
        <source>Agrees with the vendor&apos;s FAQ of that time; deadline lives on as mq-deadline.</source>
        <translation>Stimmt mit den damaligen Antworten des Herstellers überein; deadline lebt als mq-deadline weiter.</translation>
    </message>
    <message>
        <source>All benchmarks together may have {most} threads, and {count} are at work</source>
        <translation>Alle Messungen zusammen dürfen {most} Threads haben, und {count} sind am Werk</translation>
    </message>
    <message>
        <source>All requests at once may have {most} MiB: threads, queue_depth or block_bytes must be less</source>
        <translation>Alle gleichzeitigen Anfragen dürfen {most} MiB haben: threads, queue_depth oder block_bytes muss kleiner sein</translation>
    </message>
    <message>
        <source>All streams together may have {most} threads</source>
        <translation>Alle Ströme zusammen dürfen {most} Threads haben</translation>
    </message>
    <message>
        <source>Also by restarts {claim} ({found}).</source>
        <translation>Auch durch Neustarts: {claim} ({found}).</translation>
    </message>
    <message>
        <source>An argument has a type that is never expected</source>
        <translation>Ein Argument hat einen Typ, der nie erwartet wird</translation>
    </message>
    <message>
        <source>An argument with an odd name isn&apos;t expected here</source>
        <translation>Ein Argument mit seltsamem Namen wird hier nicht erwartet</translation>
    </message>
    <message>
        <source>An array has no health of its own.</source>
        <translation>Ein Verbund hat keinen eigenen Zustand.</translation>
    </message>
    <message numerus="yes">
        <source>And {count} more notes (Conditions).</source>
        <translation>
            <numerusform>Und {count} weiterer Hinweis (Bedingungen).</numerusform>
            <numerusform>Und {count} weitere Hinweise (Bedingungen).</numerusform>
        </translation>
    </message>
    <message>
        <source>And {count} more.</source>
        <translation>Und {count} weitere.</translation>
    </message>
    <message>
        <source>Another Storage Tuner keeps settings at the moment</source>
        <translation>Ein anderer Storage Tuner behält gerade Einstellungen</translation>
    </message>
    <message>
        <source>Another one could gain at most {percent}.</source>
        <translation>Eine andere könnte höchstens {percent} bringen.</translation>
    </message>
    <message>
        <source>Another program changed {tunable} of {device} from {seen} to {present} meanwhile.</source>
        <translation>Ein anderes Programm hat {tunable} von {device} inzwischen von {seen} auf {present} geändert.</translation>
    </message>
    <message>
        <source>Another program has been writing {path} for too long.</source>
        <translation>Ein anderes Programm schreibt schon zu lange in {path}.</translation>
    </message>
    <message>
        <source>Applications of all kinds; the mix that most data sheets name.</source>
        <translation>Anwendungen aller Art; die Mischung, die die meisten Datenblätter nennen.</translation>
    </message>
    <message>
        <source>April</source>
        <translation>April</translation>
    </message>
    <message>
        <source>Array {name}</source>
        <translation>Verbund {name}</translation>
    </message>
    <message>
        <source>As reported; laptops with slow storage.</source>
        <translation>Wie berichtet; Laptops mit langsamem Speicher.</translation>
    </message>
    <message>
        <source>As slice_idle, which it sets as well.</source>
        <translation>Wie slice_idle, das damit ebenfalls gesetzt wird.</translation>
    </message>
    <message>
        <source>Ask its drives: {drives}.</source>
        <translation>Fragen Sie seine Laufwerke: {drives}.</translation>
    </message>
    <message>
        <source>At most {most} comparisons. They share the error level: each gets one part in {most} of it.</source>
        <translation>Höchstens {most} Vergleiche. Sie teilen sich das Fehlerniveau: jeder erhält ein {most}-tel davon.</translation>
    </message>
    <message>
        <source>At most {percent} could be gained</source>
        <translation>Höchstens {percent} wären zu gewinnen</translation>
    </message>
    <message>
        <source>At the same load</source>
        <translation>Bei gleicher Last</translation>
    </message>
    <message>
        <source>August</source>
        <translation>August</translation>
    </message>
    <message>
        <source>Available: {offered}.</source>
        <translation>Verfügbar: {offered}.</translation>
    </message>
    <message>
        <source>Avoid {variant}: {slower}.</source>
        <translation>{variant} meiden: {slower}.</translation>
    </message>
    <message>
        <source>Background writes are throttled before they begin with {with_it}, where no counter sees it, and not with {without}: compare times of writes with care.</source>
        <translation>Schreiben im Hintergrund wird mit {with_it} gedrosselt, bevor es beginnt und ein Zähler es sieht, mit {without} nicht: Vergleichen Sie die Schreibzeiten mit Vorsicht.</translation>
    </message>
    <message>
        <source>Backing file</source>
        <translation>Dahinterliegende Datei</translation>
    </message>
    <message>
        <source>Backup of this disk</source>
        <translation>Sicherung dieses Datenträgers</translation>
    </message>
    <message>
        <source>Backup to this disk</source>
        <translation>Sicherung auf diesen Datenträger</translation>
    </message>
    <message>
        <source>Before: {claim}. By restarts nothing was measured.</source>
        <translation>Zuvor: {claim}. Durch Neustarts wurde nichts gemessen.</translation>
    </message>
    <message>
        <source>Before: {claim}; by restarts it isn&apos;t clear yet ({found} so far).</source>
        <translation>Zuvor: {claim}; durch Neustarts ist es noch nicht klar (bisher {found}).</translation>
    </message>
    <message>
        <source>Before: {claim}; by restarts that isn&apos;t so ({found}).</source>
        <translation>Zuvor: {claim}; durch Neustarts ist es nicht so ({found}).</translation>
    </message>
    <message>
        <source>Below the {most} commands that the drive holds, the drive runs short of requests; above, more only gives the scheduler more to choose from, and longer waits.</source>
        <translation>Unterhalb der {most} Befehle, die das Laufwerk hält, gehen ihm die Anfragen aus; darüber hat nur der Scheduler mehr Auswahl, und das Warten dauert länger.</translation>
    </message>
    <message>
        <source>Between the fast start and the slow end of a hard disk.</source>
        <translation>Zwischen dem schnellen Anfang und dem langsamen Ende einer Festplatte.</translation>
    </message>
    <message>
        <source>Busy</source>
        <translation>Beschäftigt</translation>
    </message>
    <message>
        <source>Busy with {work}, {percent:.0f} % done: numbers would be too low now</source>
        <translation>Beschäftigt mit {work}, {percent:.0f} % erledigt: Zahlen wären jetzt zu niedrig</translation>
    </message>
    <message>
        <source>Busy with {work}: numbers would be too low now</source>
        <translation>Beschäftigt mit {work}: Zahlen wären jetzt zu niedrig</translation>
    </message>
    <message>
        <source>By how much depends on the drive and on how many requests wait.</source>
        <translation>Um wie viel, hängt vom Laufwerk ab und davon, wie viele Anfragen warten.</translation>
    </message>
    <message>
        <source>By the formulas, the same {disks} disks as {level} give about {times:.1f} times as much for this use, with {usable:g} disks&apos; space.</source>
        <translation>Nach den Formeln bringen dieselben {disks} Datenträger als {level} für diesen Zweck etwa {times:.1f}-mal so viel, mit dem Platz von {usable:g} Datenträgern.</translation>
    </message>
    <message>
        <source>CFQ costs 2 % of the requests at most (1.7 % here), says the author; the mean wait was 9 to 13 % longer.</source>
        <translation>CFQ kostet höchstens 2 % der Anfragen (hier 1,7 %), sagt der Autor; das mittlere Warten war 9 bis 13 % länger.</translation>
    </message>
    <message>
        <source>CFQ with quantum 32 instead of 4: random write +2.8, +2.8 and +3.5 % at 1, 8 and 16 MB records (the +12 % at 4 MB is probably a copying error), reads within 0.25 % either way, rewrite not significant but steadier.</source>
        <translation>CFQ mit quantum 32 statt 4: wahlfreies Schreiben +2,8, +2,8 und +3,5 % bei Sätzen von 1, 8 und 16 MB (die +12 % bei 4 MB sind wohl ein Abschreibfehler), Lesen innerhalb von 0,25 % in beide Richtungen, Überschreiben nicht signifikant, aber gleichmäßiger.</translation>
    </message>
    <message>
        <source>CFQ with quantum 32: creating small files 1.5 to 2.4 % slower, medium ones 2.2 to 4.8 % faster.</source>
        <translation>CFQ mit quantum 32: Anlegen kleiner Dateien 1,5 bis 2,4 % langsamer, mittlerer 2,2 bis 4,8 % schneller.</translation>
    </message>
    <message>
        <source>CPU efficiency</source>
        <translation>Prozessor-Effizienz</translation>
    </message>
    <message>
        <source>Cache</source>
        <translation>Cache</translation>
    </message>
    <message>
        <source>Can&apos;t be set</source>
        <translation>Nicht setzbar</translation>
    </message>
    <message>
        <source>Card {name}</source>
        <translation>Karte {name}</translation>
    </message>
    <message>
        <source>Change to {variant}.</source>
        <translation>Zu {variant} wechseln.</translation>
    </message>
    <message>
        <source>Change to {variant}: {faster} than {reference} for {use}.</source>
        <translation>Zu {variant} wechseln: {faster} als {reference} für {use}.</translation>
    </message>
    <message>
        <source>Changes the heuristics of bfq, of write-back throttling and of some udev rules.</source>
        <translation>Ändert die Heuristik von bfq, der Drosselung des Zurückschreibens und einiger udev-Regeln.</translation>
    </message>
    <message>
        <source>Check its cables and the kernel&apos;s log (dmesg), then start over.</source>
        <translation>Prüfen Sie die Kabel und das Protokoll des Kernels (dmesg), und beginnen Sie dann von vorn.</translation>
    </message>
    <message>
        <source>Check the password, ask an administrator, or start as root.</source>
        <translation>Prüfen Sie das Passwort, fragen Sie einen Systemverwalter, oder starten Sie als root.</translation>
    </message>
    <message>
        <source>Check the path, and that the file may be executed.</source>
        <translation>Prüfen Sie den Pfad, und ob die Datei ausgeführt werden darf.</translation>
    </message>
    <message>
        <source>Checking out source code.</source>
        <translation>Quelltext auschecken.</translation>
    </message>
    <message>
        <source>Choose &apos;balanced&apos; or &apos;performance&apos; while measuring.</source>
        <translation>Wählen Sie „balanced“ oder „performance“, solange gemessen wird.</translation>
    </message>
    <message>
        <source>Choose &apos;schedutil&apos; or &apos;performance&apos; while measuring, with cpupower frequency-set -g, say.</source>
        <translation>Wählen Sie „schedutil“ oder „performance“, solange gemessen wird, etwa mit cpupower frequency-set -g.</translation>
    </message>
    <message>
        <source>Choose a folder on a disk of this computer.</source>
        <translation>Wählen Sie einen Ordner auf einem Datenträger dieses Rechners.</translation>
    </message>
    <message>
        <source>Choose a folder on this disk.</source>
        <translation>Wählen Sie einen Ordner auf diesem Datenträger.</translation>
    </message>
    <message>
        <source>Choose a folder that you may write to.</source>
        <translation>Wählen Sie einen Ordner, in den Sie schreiben dürfen.</translation>
    </message>
    <message>
        <source>Choose a folder to write a test file in, or a file that is only read.</source>
        <translation>Wählen Sie einen Ordner, in den eine Testdatei geschrieben wird, oder eine Datei, die nur gelesen wird.</translation>
    </message>
    <message>
        <source>Choose a plan that Storage Tuner has saved.</source>
        <translation>Wählen Sie einen Plan, den Storage Tuner gespeichert hat.</translation>
    </message>
    <message>
        <source>Choose another device, or try again later.</source>
        <translation>Wählen Sie ein anderes Gerät, oder versuchen Sie es später noch einmal.</translation>
    </message>
    <message>
        <source>Choose another place or name.</source>
        <translation>Wählen Sie einen anderen Ort oder Namen.</translation>
    </message>
    <message>
        <source>Choose fewer threads, requests of another size, another workload or a larger target.</source>
        <translation>Weniger Threads, eine andere Anfragegröße, eine andere Last oder ein größeres Ziel wählen.</translation>
    </message>
    <message>
        <source>Choose one with as many threads as one likes, such as rand-read.</source>
        <translation>Eine mit beliebig vielen Threads wählen, etwa rand-read.</translation>
    </message>
    <message>
        <source>Choose others.</source>
        <translation>Wählen Sie andere.</translation>
    </message>
    <message>
        <source>Choose the power profile &apos;balanced&apos; or &apos;performance&apos; while measuring.</source>
        <translation>Wählen Sie das Energieprofil „balanced“ oder „performance“, solange gemessen wird.</translation>
    </message>
    <message>
        <source>Chunk size</source>
        <translation>Chunk-Größe</translation>
    </message>
    <message>
        <source>Chunks larger than most requests (their mean plus some standard deviations): with 64 KiB chunks and 128 threads, 994.5 IOPS at 32K, 930.2 at 64K, and 461.0 at 128K.</source>
        <translation>Chunks, die größer sind als die meisten Anfragen (ihr Mittel plus einige Standardabweichungen): Bei Chunks von 64 KiB und 128 Threads 994,5 IOPS mit 32K, 930,2 mit 64K und 461,0 mit 128K.</translation>
    </message>
    <message>
        <source>Close programs that need much memory.</source>
        <translation>Schließen Sie Programme, die viel Speicher brauchen.</translation>
    </message>
    <message>
        <source>Close the programs that use it, or wait until they are done.</source>
        <translation>Schließen Sie die Programme, die ihn nutzen, oder warten Sie, bis sie fertig sind.</translation>
    </message>
    <message>
        <source>Close them, or wait until they are done.</source>
        <translation>Schließen Sie sie, oder warten Sie, bis sie fertig sind.</translation>
    </message>
    <message>
        <source>Command {command}</source>
        <translation>Befehl {command}</translation>
    </message>
    <message>
        <source>Commands to repeat it</source>
        <translation>Befehle zum Wiederholen</translation>
    </message>
    <message>
        <source>Compared</source>
        <translation>Verglichen</translation>
    </message>
    <message>
        <source>Comparison: {names}</source>
        <translation>Vergleich: {names}</translation>
    </message>
    <message>
        <source>Completing processor</source>
        <translation>Abschließender Prozessor</translation>
    </message>
    <message>
        <source>Compressed memory</source>
        <translation>Komprimierter Speicher</translation>
    </message>
    <message>
        <source>Computer</source>
        <translation>Rechner</translation>
    </message>
    <message>
        <source>Conditions</source>
        <translation>Bedingungen</translation>
    </message>
    <message>
        <source>Confidence: {confidence}.</source>
        <translation>Sicherheit: {confidence}.</translation>
    </message>
    <message>
        <source>Configured members</source>
        <translation>Vorgesehene Mitglieder</translation>
    </message>
    <message>
        <source>Connect it again and start anew; nothing of it is left changed.</source>
        <translation>Schließen Sie es wieder an und beginnen Sie neu; nichts davon bleibt verändert.</translation>
    </message>
    <message>
        <source>Connection</source>
        <translation>Anschluss</translation>
    </message>
    <message>
        <source>Consistency policy</source>
        <translation>Konsistenz-Verfahren</translation>
    </message>
    <message>
        <source>Content</source>
        <translation>Inhalt</translation>
    </message>
    <message>
        <source>Copying, playing, loading and backing up large files.</source>
        <translation>Kopieren, Abspielen, Laden und Sichern großer Dateien.</translation>
    </message>
    <message>
        <source>Count requests</source>
        <translation>Anfragen zählen</translation>
    </message>
    <message>
        <source>Creating small files is called equal; it is 1.5 to 2.4 % slower with quantum 32 (p 0.02 and 0.002). Tests shorter than 60 s were left out by the author.</source>
        <translation>Das Anlegen kleiner Dateien wird gleich genannt; mit quantum 32 ist es 1,5 bis 2,4 % langsamer (p 0,02 und 0,002). Tests unter 60 s ließ der Autor weg.</translation>
    </message>
    <message>
        <source>CrystalDiskMark RND4K Q1T1 read</source>
        <translation>CrystalDiskMark RND4K Q1T1 Lesen</translation>
    </message>
    <message>
        <source>CrystalDiskMark RND4K Q1T1 write</source>
        <translation>CrystalDiskMark RND4K Q1T1 Schreiben</translation>
    </message>
    <message>
        <source>CrystalDiskMark RND4K Q32T1 read</source>
        <translation>CrystalDiskMark RND4K Q32T1 Lesen</translation>
    </message>
    <message>
        <source>CrystalDiskMark RND4K Q32T1 write</source>
        <translation>CrystalDiskMark RND4K Q32T1 Schreiben</translation>
    </message>
    <message>
        <source>CrystalDiskMark RND4K Q32T16 read</source>
        <translation>CrystalDiskMark RND4K Q32T16 Lesen</translation>
    </message>
    <message>
        <source>CrystalDiskMark RND4K Q32T16 write</source>
        <translation>CrystalDiskMark RND4K Q32T16 Schreiben</translation>
    </message>
    <message>
        <source>CrystalDiskMark SEQ1M Q1T1 read</source>
        <translation>CrystalDiskMark SEQ1M Q1T1 Lesen</translation>
    </message>
    <message>
        <source>CrystalDiskMark SEQ1M Q1T1 write</source>
        <translation>CrystalDiskMark SEQ1M Q1T1 Schreiben</translation>
    </message>
    <message>
        <source>CrystalDiskMark SEQ1M Q8T1 read</source>
        <translation>CrystalDiskMark SEQ1M Q8T1 Lesen</translation>
    </message>
    <message>
        <source>CrystalDiskMark SEQ1M Q8T1 write</source>
        <translation>CrystalDiskMark SEQ1M Q8T1 Schreiben</translation>
    </message>
    <message>
        <source>Danger</source>
        <translation>Gefahr</translation>
    </message>
    <message>
        <source>Data warehouses, searching without an index.</source>
        <translation>Data-Warehouses, Suchen ohne Index.</translation>
    </message>
    <message>
        <source>Database (OLTP)</source>
        <translation>Datenbank (OLTP)</translation>
    </message>
    <message>
        <source>Database (reports)</source>
        <translation>Datenbank (Auswertungen)</translation>
    </message>
    <message>
        <source>Databases without a cache that outlives a power cut.</source>
        <translation>Datenbanken ohne Cache, der einen Stromausfall übersteht.</translation>
    </message>
    <message>
        <source>Databases, virtual machines, mail.</source>
        <translation>Datenbanken, virtuelle Maschinen, Mail.</translation>
    </message>
    <message>
        <source>Databases, virtual machines, starting programs.</source>
        <translation>Datenbanken, virtuelle Maschinen, Programmstarts.</translation>
    </message>
    <message>
        <source>Databases.</source>
        <translation>Datenbanken.</translation>
    </message>
    <message>
        <source>Define it as a workload of your own first: docs/workloads.md.</source>
        <translation>Zuerst als eigene Last anlegen: docs/workloads.md.</translation>
    </message>
    <message>
        <source>Desktop: starting a program</source>
        <translation>Desktop: ein Programm starten</translation>
    </message>
    <message>
        <source>Device queue depth</source>
        <translation>Gerätewarteschlange</translation>
    </message>
    <message>
        <source>Devices on top</source>
        <translation>Darüberliegende Geräte</translation>
    </message>
    <message>
        <source>Different records have no runs in common, and two sessions differ by themselves: what lies between them is judged with wider intervals, and differences below about 8 % can&apos;t be told, however many runs there are.</source>
        <translation>Verschiedene Aufzeichnungen haben keine Läufe gemeinsam, und zwei Sitzungen unterscheiden sich von sich aus: Was dazwischen liegt, wird mit weiteren Intervallen beurteilt, und Unterschiede unter etwa 8 % sind nicht zu erkennen, wie viele Läufe es auch sind.</translation>
    </message>
    <message>
        <source>Differing conditions</source>
        <translation>Unterschiedliche Bedingungen</translation>
    </message>
    <message>
        <source>Direct I/O on {point} may go through memory: {why_buffered}.</source>
        <translation>Direkte E/A auf {point} geht womöglich durch den Speicher: {why_buffered}.</translation>
    </message>
    <message>
        <source>Disk {name}</source>
        <translation>Datenträger {name}</translation>
    </message>
    <message>
        <source>Disks of a virtual machine (vd*, xvd*) are left untouched.</source>
        <translation>Die Datenträger einer virtuellen Maschine (vd*, xvd*) bleiben unberührt.</translation>
    </message>
    <message>
        <source>Disks that may fail</source>
        <translation>Datenträger, die ausfallen dürfen</translation>
    </message>
    <message>
        <source>Driver</source>
        <translation>Treiber</translation>
    </message>
    <message>
        <source>Drives</source>
        <translation>Laufwerke</translation>
    </message>
    <message>
        <source>Drives order better by now; compare queue_depth 1 with the highest.</source>
        <translation>Laufwerke sortieren inzwischen besser; vergleichen Sie queue_depth 1 mit dem Höchsten.</translation>
    </message>
    <message>
        <source>Each more disk adds about {each:.0f} random reads a second while enough requests wait.</source>
        <translation>Jeder weitere Datenträger bringt etwa {each:.0f} wahlfreie Lesezugriffe pro Sekunde, solange genug Anfragen warten.</translation>
    </message>
    <message>
        <source>Each page of it takes 4 KiB × {disks} members: 1024 take {memory} MiB of memory.</source>
        <translation>Jede Seite davon braucht 4 KiB × {disks} Mitglieder: 1024 brauchen {memory} MiB Speicher.</translation>
    </message>
    <message>
        <source>Each zone is written from its beginning to its end.</source>
        <translation>Jede Zone wird von ihrem Anfang bis zu ihrem Ende beschrieben.</translation>
    </message>
    <message>
        <source>Effect</source>
        <translation>Wirkung</translation>
    </message>
    <message>
        <source>Either {size} or {ratio} can be kept, not both</source>
        <translation>Behalten werden kann {size} oder {ratio}, nicht beides</translation>
    </message>
    <message>
        <source>Either {size} or {ratio} counts; give one of them</source>
        <translation>Es gilt {size} oder {ratio}; geben Sie eines davon an</translation>
    </message>
    <message>
        <source>Endurance used up</source>
        <translation>Lebensdauer verbraucht</translation>
    </message>
    <message>
        <source>Error found in the source: {text}</source>
        <translation>Fehler in der Quelle gefunden: {text}</translation>
    </message>
    <message>
        <source>Every free loop device was taken by somebody else; try again</source>
        <translation>Jedes freie Loop-Gerät hat sich jemand anderes genommen; versuchen Sie es noch einmal</translation>
    </message>
    <message>
        <source>Every value was measured by a start of its own ({names}): {reason}.</source>
        <translation>Jeder Wert wurde mit einem eigenen Start gemessen ({names}): {reason}.</translation>
    </message>
    <message>
        <source>Everything is as it was before.</source>
        <translation>Alles ist wie zuvor.</translation>
    </message>
    <message>
        <source>Exact shares</source>
        <translation>Genaue Anteile</translation>
    </message>
    <message>
        <source>Fedora&apos;s bfq rule is taken out for the sake of raw performance.</source>
        <translation>Fedoras bfq-Regel wird zugunsten des reinen Durchsatzes herausgenommen.</translation>
    </message>
    <message>
        <source>Feed random numbers</source>
        <translation>Zufallszahlen speisen</translation>
    </message>
    <message>
        <source>Fewer give shorter waits under load, more let the scheduler sort better. mq-deadline sets async_depth anew with it.</source>
        <translation>Weniger gibt kürzere Wartezeiten unter Last, mehr lässt den Scheduler besser sortieren. mq-deadline setzt async_depth damit neu.</translation>
    </message>
    <message>
        <source>Fewer leave room for reads that programs wait for. nr_requests sets it anew.</source>
        <translation>Weniger lässt Platz für Lesezugriffe, auf die Programme warten. nr_requests setzt es neu.</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>File server</source>
        <translation>Dateiserver</translation>
    </message>
    <message>
        <source>File systems have changed; XFS still takes stripe unit and width from md by itself.</source>
        <translation>Dateisysteme haben sich geändert; XFS übernimmt Stripe-Einheit und -Breite von md noch immer von selbst.</translation>
    </message>
    <message>
        <source>Files of 4 MiB in few folders</source>
        <translation>Dateien von 4 MiB in wenigen Ordnern</translation>
    </message>
    <message>
        <source>Filling the practice disk with random data…</source>
        <translation>Der Übungs-Datenträger wird mit Zufallsdaten gefüllt …</translation>
    </message>
    <message>
        <source>Fine if your own files lie there as well; else measure a folder elsewhere.</source>
        <translation>Gut, wenn auch Ihre eigenen Dateien dort liegen; sonst messen Sie einen Ordner anderswo.</translation>
    </message>
    <message>
        <source>Folders in folders</source>
        <translation>Ordner in Ordnern</translation>
    </message>
    <message>
        <source>Follows from the writes that each level needs (physics), whatever the kernel.</source>
        <translation>Folgt aus den Schreibzugriffen, die jedes Level braucht (Physik), bei jedem Kernel.</translation>
    </message>
    <message>
        <source>For a RAID 5 of the 9550SXU deadline is clearly the right choice.</source>
        <translation>Für ein RAID 5 des 9550SXU ist deadline eindeutig die richtige Wahl.</translation>
    </message>
    <message>
        <source>For a RAID 5 of the 9650SE cfq is the choice: noop and deadline read sequentially at less than half its rate.</source>
        <translation>Für ein RAID 5 des 9650SE ist cfq die Wahl: noop und deadline lesen sequenziell nicht halb so schnell.</translation>
    </message>
    <message>
        <source>For a database with many inserts on hardware RAID 1 the authors would take cfq: random writing was faster by factors below four threads.</source>
        <translation>Für eine Datenbank mit vielen Einfügungen auf Hardware-RAID 1 nähmen die Autoren cfq: Wahlfreies Schreiben war unter vier Threads um ein Vielfaches schneller.</translation>
    </message>
    <message>
        <source>For a file server on hardware RAID 1 the authors would take deadline: sequential reading is 40 % faster than with cfq.</source>
        <translation>Für einen Dateiserver auf Hardware-RAID 1 nähmen die Autoren deadline: Sequenzielles Lesen ist 40 % schneller als mit cfq.</translation>
    </message>
    <message>
        <source>For memory: swappiness 10, dirty_background_ratio 20, dirty_ratio 60.</source>
        <translation>Für den Speicher: swappiness 10, dirty_background_ratio 20, dirty_ratio 60.</translation>
    </message>
    <message>
        <source>For random reading, NCQ on has the higher rate on a RAID 1 of a 3ware 9650SE-2LP with WD disks.</source>
        <translation>Beim wahlfreien Lesen hat auf einem RAID 1 eines 3ware 9650SE-2LP mit WD-Platten NCQ an den höheren Durchsatz.</translation>
    </message>
    <message>
        <source>For random reading, NCQ on has the higher rate on a RAID 1 of a 3ware 9650SE-4LPML with Seagate disks.</source>
        <translation>Beim wahlfreien Lesen hat auf einem RAID 1 eines 3ware 9650SE-4LPML mit Seagate-Platten NCQ an den höheren Durchsatz.</translation>
    </message>
    <message>
        <source>For random reading, NCQ on has the shorter latency at the same rate on a software RAID 1 with cfq.</source>
        <translation>Beim wahlfreien Lesen hat auf einem Software-RAID 1 mit cfq NCQ an bei gleichem Durchsatz die kürzere Latenz.</translation>
    </message>
    <message>
        <source>For random reading, cfq moves more per CPU second at the same rate on a RAID 5 of three Seagate disks on a 3ware 9650SE-4LPML.</source>
        <translation>Beim wahlfreien Lesen bewegt auf einem RAID 5 aus drei Seagate-Platten an einem 3ware 9650SE-4LPML cfq bei gleichem Durchsatz mehr je Prozessorsekunde.</translation>
    </message>
    <message>
        <source>For random reading, deadline has the higher rate on a software RAID 5 of three disks.</source>
        <translation>Beim wahlfreien Lesen hat auf einem Software-RAID 5 aus drei Platten deadline den höheren Durchsatz.</translation>
    </message>
    <message>
        <source>For random reading, hardware has the higher rate: hardware against software RAID 5 of three disks.</source>
        <translation>Beim wahlfreien Lesen hat Hardware den höheren Durchsatz: Hardware- gegen Software-RAID 5 aus drei Platten.</translation>
    </message>
    <message>
        <source>For random reading, hardware moves more per CPU second at the same rate: hardware (deadline) against software RAID 1 (cfq).</source>
        <translation>Beim wahlfreien Lesen bewegt Hardware bei gleichem Durchsatz mehr je Prozessorsekunde: Hardware- (deadline) gegen Software-RAID 1 (cfq).</translation>
    </message>
    <message>
        <source>For random reading, no difference on a RAID 1 of a 3ware 9650SE-2LP with WD disks.</source>
        <translation>Beim wahlfreien Lesen kein Unterschied auf einem RAID 1 eines 3ware 9650SE-2LP mit WD-Platten.</translation>
    </message>
    <message>
        <source>For random reading, no difference on a RAID 1 of a 3ware 9650SE-4LPML with Seagate disks.</source>
        <translation>Beim wahlfreien Lesen kein Unterschied auf einem RAID 1 eines 3ware 9650SE-4LPML mit Seagate-Platten.</translation>
    </message>
    <message>
        <source>For random reading, no difference on a RAID 5 of three WD disks on a 3ware 9550SXU-8LP.</source>
        <translation>Beim wahlfreien Lesen kein Unterschied auf einem RAID 5 aus drei WD-Platten an einem 3ware 9550SXU-8LP.</translation>
    </message>
    <message>
        <source>For random reading, no difference on a software RAID 1.</source>
        <translation>Beim wahlfreien Lesen kein Unterschied auf einem Software-RAID 1.</translation>
    </message>
    <message>
        <source>For random reading, software has the higher rate: hardware RAID 5 of three disks against software RAID 5 of four.</source>
        <translation>Beim wahlfreien Lesen hat Software den höheren Durchsatz: Hardware-RAID 5 aus drei gegen Software-RAID 5 aus vier Platten.</translation>
    </message>
    <message>
        <source>For random requests RAID10, not RAID5: 440 to 455 against 231 (md) and 78 (3ware) mixed IOPS on the same six disks.</source>
        <translation>Für wahlfreie Anfragen RAID10, nicht RAID5: 440 bis 455 gegen 231 (md) und 78 (3ware) gemischte IOPS auf denselben sechs Platten.</translation>
    </message>
    <message>
        <source>For random writing, NCQ on has the higher rate on a RAID 1 of a 3ware 9650SE-2LP with WD disks.</source>
        <translation>Beim wahlfreien Schreiben hat auf einem RAID 1 eines 3ware 9650SE-2LP mit WD-Platten NCQ an den höheren Durchsatz.</translation>
    </message>
    <message>
        <source>For random writing, NCQ on moves more per CPU second at the same rate on a software RAID 1 with cfq.</source>
        <translation>Beim wahlfreien Schreiben bewegt auf einem Software-RAID 1 mit cfq NCQ an bei gleichem Durchsatz mehr je Prozessorsekunde.</translation>
    </message>
    <message>
        <source>For random writing, cfq has the higher rate on a RAID 1 of a 3ware 9650SE-2LP with WD disks.</source>
        <translation>Beim wahlfreien Schreiben hat auf einem RAID 1 eines 3ware 9650SE-2LP mit WD-Platten cfq den höheren Durchsatz.</translation>
    </message>
    <message>
        <source>For random writing, cfq has the higher rate on a RAID 1 of a 3ware 9650SE-4LPML with Seagate disks.</source>
        <translation>Beim wahlfreien Schreiben hat auf einem RAID 1 eines 3ware 9650SE-4LPML mit Seagate-Platten cfq den höheren Durchsatz.</translation>
    </message>
    <message>
        <source>For random writing, cfq has the shorter latency at the same rate on a RAID 5 of three Seagate disks on a 3ware 9650SE-4LPML.</source>
        <translation>Beim wahlfreien Schreiben hat auf einem RAID 5 aus drei Seagate-Platten an einem 3ware 9650SE-4LPML cfq bei gleichem Durchsatz die kürzere Latenz.</translation>
    </message>
    <message>
        <source>For random writing, cfq moves more per CPU second at the same rate on a software RAID 1.</source>
        <translation>Beim wahlfreien Schreiben bewegt auf einem Software-RAID 1 cfq bei gleichem Durchsatz mehr je Prozessorsekunde.</translation>
    </message>
    <message>
        <source>For random writing, hardware has the higher rate: hardware (deadline) against software RAID 1 (cfq).</source>
        <translation>Beim wahlfreien Schreiben hat Hardware den höheren Durchsatz: Hardware- (deadline) gegen Software-RAID 1 (cfq).</translation>
    </message>
    <message>
        <source>For random writing, hardware has the higher rate: hardware against software RAID 5 of three disks.</source>
        <translation>Beim wahlfreien Schreiben hat Hardware den höheren Durchsatz: Hardware- gegen Software-RAID 5 aus drei Platten.</translation>
    </message>
    <message>
        <source>For random writing, hardware moves more per CPU second at the same rate: hardware RAID 5 of three disks against software RAID 5 of four.</source>
        <translation>Beim wahlfreien Schreiben bewegt Hardware bei gleichem Durchsatz mehr je Prozessorsekunde: Hardware-RAID 5 aus drei gegen Software-RAID 5 aus vier Platten.</translation>
    </message>
    <message>
        <source>For random writing, no difference on a RAID 1 of a 3ware 9650SE-4LPML with Seagate disks.</source>
        <translation>Beim wahlfreien Schreiben kein Unterschied auf einem RAID 1 eines 3ware 9650SE-4LPML mit Seagate-Platten.</translation>
    </message>
    <message>
        <source>For random writing, no difference on a RAID 5 of three WD disks on a 3ware 9550SXU-8LP.</source>
        <translation>Beim wahlfreien Schreiben kein Unterschied auf einem RAID 5 aus drei WD-Platten an einem 3ware 9550SXU-8LP.</translation>
    </message>
    <message>
        <source>For random writing, no difference on a software RAID 5 of three disks.</source>
        <translation>Beim wahlfreien Schreiben kein Unterschied auf einem Software-RAID 5 aus drei Platten.</translation>
    </message>
    <message>
        <source>For sequential load the controller&apos;s RAID5 (254 and 268 MB/s) was ahead of md RAID5 (84 and 129) and in writing of every RAID10.</source>
        <translation>Bei sequenzieller Last lag das RAID5 des Controllers (254 und 268 MB/s) vor md-RAID5 (84 und 129) und beim Schreiben vor jedem RAID10.</translation>
    </message>
    <message>
        <source>For sequential reading, NCQ off has the higher rate on a software RAID 1 with cfq.</source>
        <translation>Beim sequenziellen Lesen hat auf einem Software-RAID 1 mit cfq NCQ aus den höheren Durchsatz.</translation>
    </message>
    <message>
        <source>For sequential reading, NCQ on has the higher rate on a RAID 1 of a 3ware 9650SE-2LP with WD disks.</source>
        <translation>Beim sequenziellen Lesen hat auf einem RAID 1 eines 3ware 9650SE-2LP mit WD-Platten NCQ an den höheren Durchsatz.</translation>
    </message>
    <message>
        <source>For sequential reading, NCQ on has the higher rate on a RAID 1 of a 3ware 9650SE-4LPML with Seagate disks.</source>
        <translation>Beim sequenziellen Lesen hat auf einem RAID 1 eines 3ware 9650SE-4LPML mit Seagate-Platten NCQ an den höheren Durchsatz.</translation>
    </message>
    <message>
        <source>For sequential reading, cfq has the higher rate on a RAID 5 of three Seagate disks on a 3ware 9650SE-4LPML.</source>
        <translation>Beim sequenziellen Lesen hat auf einem RAID 5 aus drei Seagate-Platten an einem 3ware 9650SE-4LPML cfq den höheren Durchsatz.</translation>
    </message>
    <message>
        <source>For sequential reading, cfq has the higher rate on a software RAID 1.</source>
        <translation>Beim sequenziellen Lesen hat auf einem Software-RAID 1 cfq den höheren Durchsatz.</translation>
    </message>
    <message>
        <source>For sequential reading, cfq has the higher rate on a software RAID 5 of three disks.</source>
        <translation>Beim sequenziellen Lesen hat auf einem Software-RAID 5 aus drei Platten cfq den höheren Durchsatz.</translation>
    </message>
    <message>
        <source>For sequential reading, deadline has the higher rate on a RAID 1 of a 3ware 9650SE-2LP with WD disks.</source>
        <translation>Beim sequenziellen Lesen hat auf einem RAID 1 eines 3ware 9650SE-2LP mit WD-Platten deadline den höheren Durchsatz.</translation>
    </message>
    <message>
        <source>For sequential reading, deadline has the higher rate on a RAID 1 of a 3ware 9650SE-4LPML with Seagate disks.</source>
        <translation>Beim sequenziellen Lesen hat auf einem RAID 1 eines 3ware 9650SE-4LPML mit Seagate-Platten deadline den höheren Durchsatz.</translation>
    </message>
    <message>
        <source>For sequential reading, deadline has the higher rate on a RAID 5 of three WD disks on a 3ware 9550SXU-8LP.</source>
        <translation>Beim sequenziellen Lesen hat auf einem RAID 5 aus drei WD-Platten an einem 3ware 9550SXU-8LP deadline den höheren Durchsatz.</translation>
    </message>
    <message>
        <source>For sequential reading, hardware moves more per CPU second at the same rate: hardware against software RAID 5 of three disks.</source>
        <translation>Beim sequenziellen Lesen bewegt Hardware bei gleichem Durchsatz mehr je Prozessorsekunde: Hardware- gegen Software-RAID 5 aus drei Platten.</translation>
    </message>
    <message>
        <source>For sequential reading, software has the higher rate: hardware (deadline) against software RAID 1 (cfq).</source>
        <translation>Beim sequenziellen Lesen hat Software den höheren Durchsatz: Hardware- (deadline) gegen Software-RAID 1 (cfq).</translation>
    </message>
    <message>
        <source>For sequential reading, software has the higher rate: hardware RAID 5 of three disks against software RAID 5 of four.</source>
        <translation>Beim sequenziellen Lesen hat Software den höheren Durchsatz: Hardware-RAID 5 aus drei gegen Software-RAID 5 aus vier Platten.</translation>
    </message>
    <message>
        <source>For sequential writing, NCQ off moves more per CPU second at the same rate on a software RAID 1 with cfq.</source>
        <translation>Beim sequenziellen Schreiben bewegt auf einem Software-RAID 1 mit cfq NCQ aus bei gleichem Durchsatz mehr je Prozessorsekunde.</translation>
    </message>
    <message>
        <source>For sequential writing, NCQ on moves more per CPU second at the same rate on a RAID 1 of a 3ware 9650SE-2LP with WD disks.</source>
        <translation>Beim sequenziellen Schreiben bewegt auf einem RAID 1 eines 3ware 9650SE-2LP mit WD-Platten NCQ an bei gleichem Durchsatz mehr je Prozessorsekunde.</translation>
    </message>
    <message>
        <source>For sequential writing, NCQ on moves more per CPU second at the same rate on a RAID 1 of a 3ware 9650SE-4LPML with Seagate disks.</source>
        <translation>Beim sequenziellen Schreiben bewegt auf einem RAID 1 eines 3ware 9650SE-4LPML mit Seagate-Platten NCQ an bei gleichem Durchsatz mehr je Prozessorsekunde.</translation>
    </message>
    <message>
        <source>For sequential writing, cfq has the higher rate on a RAID 5 of three Seagate disks on a 3ware 9650SE-4LPML.</source>
        <translation>Beim sequenziellen Schreiben hat auf einem RAID 5 aus drei Seagate-Platten an einem 3ware 9650SE-4LPML cfq den höheren Durchsatz.</translation>
    </message>
    <message>
        <source>For sequential writing, deadline has the higher rate on a RAID 1 of a 3ware 9650SE-2LP with WD disks.</source>
        <translation>Beim sequenziellen Schreiben hat auf einem RAID 1 eines 3ware 9650SE-2LP mit WD-Platten deadline den höheren Durchsatz.</translation>
    </message>
    <message>
        <source>For sequential writing, deadline has the higher rate on a RAID 1 of a 3ware 9650SE-4LPML with Seagate disks.</source>
        <translation>Beim sequenziellen Schreiben hat auf einem RAID 1 eines 3ware 9650SE-4LPML mit Seagate-Platten deadline den höheren Durchsatz.</translation>
    </message>
    <message>
        <source>For sequential writing, deadline has the higher rate on a RAID 5 of three WD disks on a 3ware 9550SXU-8LP.</source>
        <translation>Beim sequenziellen Schreiben hat auf einem RAID 5 aus drei WD-Platten an einem 3ware 9550SXU-8LP deadline den höheren Durchsatz.</translation>
    </message>
    <message>
        <source>For sequential writing, hardware has the higher rate: hardware against software RAID 5 of three disks.</source>
        <translation>Beim sequenziellen Schreiben hat Hardware den höheren Durchsatz: Hardware- gegen Software-RAID 5 aus drei Platten.</translation>
    </message>
    <message>
        <source>For sequential writing, hardware moves more per CPU second at the same rate: hardware RAID 5 of three disks against software RAID 5 of four.</source>
        <translation>Beim sequenziellen Schreiben bewegt Hardware bei gleichem Durchsatz mehr je Prozessorsekunde: Hardware-RAID 5 aus drei gegen Software-RAID 5 aus vier Platten.</translation>
    </message>
    <message>
        <source>For sequential writing, no difference on a software RAID 1.</source>
        <translation>Beim sequenziellen Schreiben kein Unterschied auf einem Software-RAID 1.</translation>
    </message>
    <message>
        <source>For sequential writing, no difference on a software RAID 5 of three disks.</source>
        <translation>Beim sequenziellen Schreiben kein Unterschied auf einem Software-RAID 5 aus drei Platten.</translation>
    </message>
    <message>
        <source>For sequential writing, no difference: hardware (deadline) against software RAID 1 (cfq).</source>
        <translation>Beim sequenziellen Schreiben kein Unterschied: Hardware- (deadline) gegen Software-RAID 1 (cfq).</translation>
    </message>
    <message>
        <source>For software RAID 5 cfq is the right scheduler, except for random reading, where deadline has the higher rate.</source>
        <translation>Für Software-RAID 5 ist cfq der richtige Scheduler, außer beim wahlfreien Lesen, wo deadline den höheren Durchsatz hat.</translation>
    </message>
    <message>
        <source>For throughput rather than quick reactions set low_latency to 0.</source>
        <translation>Für Durchsatz statt schneller Reaktionen low_latency auf 0 setzen.</translation>
    </message>
    <message>
        <source>For {use} the operations count: {parts}.</source>
        <translation>Für {use} zählen die Operationen so: {parts}.</translation>
    </message>
    <message>
        <source>Free some space or choose a smaller size.</source>
        <translation>Schaffen Sie Platz, oder wählen Sie eine kleinere Größe.</translation>
    </message>
    <message>
        <source>From how much written to memory on the kernel begins to write it to disk.</source>
        <translation>Ab wie viel in den Speicher Geschriebenem der Kernel beginnt, es auf den Datenträger zu schreiben.</translation>
    </message>
    <message>
        <source>From which size on a random request is as good as a sequential one.</source>
        <translation>Ab welcher Größe eine wahlfreie Anfrage so gut ist wie eine sequenzielle.</translation>
    </message>
    <message>
        <source>Further details</source>
        <translation>Weitere Angaben</translation>
    </message>
    <message>
        <source>Give a file of at least {least} MiB, or a folder.</source>
        <translation>Geben Sie eine Datei von mindestens {least} MiB an, oder einen Ordner.</translation>
    </message>
    <message>
        <source>Give a file that isn&apos;t, or a folder where new files aren&apos;t.</source>
        <translation>Geben Sie eine Datei an, die es nicht ist, oder einen Ordner, in dem neue Dateien es nicht sind.</translation>
    </message>
    <message>
        <source>Give a folder on a disk of this computer, if you want to compare its settings.</source>
        <translation>Geben Sie einen Ordner auf einem Datenträger dieses Rechners an, wenn Sie dessen Einstellungen vergleichen möchten.</translation>
    </message>
    <message>
        <source>Give a folder, in which a file full of random data is made, or another file.</source>
        <translation>Geben Sie einen Ordner an, in dem eine Datei voller Zufallsdaten angelegt wird, oder eine andere Datei.</translation>
    </message>
    <message>
        <source>Give a path that exists.</source>
        <translation>Geben Sie einen Pfad an, den es gibt.</translation>
    </message>
    <message>
        <source>Give a results.json or a CSV written by Storage Tuner.</source>
        <translation>Geben Sie eine results.json oder eine CSV-Datei an, die Storage Tuner geschrieben hat.</translation>
    </message>
    <message>
        <source>Give all of its values at once.</source>
        <translation>Alle Werte auf einmal angeben.</translation>
    </message>
    <message>
        <source>Give another file, or a folder on a file system with room.</source>
        <translation>Geben Sie eine andere Datei an, oder einen Ordner auf einem Dateisystem mit Platz.</translation>
    </message>
    <message>
        <source>Give it as in: --command &apos;make -C src&apos;.</source>
        <translation>Geben Sie es so an: --command &apos;make -C src&apos;.</translation>
    </message>
    <message>
        <source>Give more minutes.</source>
        <translation>Mehr Minuten vorgeben.</translation>
    </message>
    <message>
        <source>Give one of them another value.</source>
        <translation>Geben Sie einem von beiden einen anderen Wert.</translation>
    </message>
    <message>
        <source>Give the workload a name, with letters or digits in it.</source>
        <translation>Geben Sie der Last einen Namen, mit Buchstaben oder Ziffern darin.</translation>
    </message>
    <message>
        <source>Give this one another name.</source>
        <translation>Geben Sie dieser einen anderen Namen.</translation>
    </message>
    <message>
        <source>Give values for {name}.</source>
        <translation>Geben Sie Werte für {name} an.</translation>
    </message>
    <message>
        <source>Give {disk} instead.</source>
        <translation>Geben Sie stattdessen {disk} an.</translation>
    </message>
    <message numerus="yes">
        <source>Goes on after {count:,} slices or runs.</source>
        <translation>
            <numerusform>Geht nach {count:,} Abschnitt oder Lauf weiter.</numerusform>
            <numerusform>Geht nach {count:,} Abschnitten oder Läufen weiter.</numerusform>
        </translation>
    </message>
    <message>
        <source>Good to know</source>
        <translation>Gut zu wissen</translation>
    </message>
    <message>
        <source>Guests whose requests become random on the host, and their journals.</source>
        <translation>Gäste, deren Anfragen auf dem Wirt wahlfrei werden, und ihre Journale.</translation>
    </message>
    <message>
        <source>HDD (rotational)</source>
        <translation>HDD (rotierend)</translation>
    </message>
    <message>
        <source>HP Smart Array: noop, nr_requests 512, a read-ahead of 2048 sectors (1 MiB) or more.</source>
        <translation>HP Smart Array: noop, nr_requests 512, Vorauslesen von 2048 Sektoren (1 MiB) oder mehr.</translation>
    </message>
    <message>
        <source>Have the host open it without a cache of its own (cache=none), or measure there.</source>
        <translation>Lassen Sie ihn vom Wirt ohne eigenen Cache öffnen (cache=none), oder messen Sie dort.</translation>
    </message>
    <message>
        <source>Health</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>History: {note}</source>
        <translation>Geschichte: {note}</translation>
    </message>
    <message>
        <source>Host-managed zoned disks are left to (mq-)deadline.</source>
        <translation>Datenträger mit host-verwalteten Zonen bleiben bei (mq-)deadline.</translation>
    </message>
    <message>
        <source>How far back a request may lie and still be taken as near.</source>
        <translation>Wie weit zurück eine Anfrage liegen darf und noch als nah gilt.</translation>
    </message>
    <message>
        <source>How fast a resync or check goes on even while others use the array.</source>
        <translation>Wie schnell ein Resync oder Check auch dann läuft, wenn andere den Verbund nutzen.</translation>
    </message>
    <message>
        <source>How fast a resync or check may get.</source>
        <translation>Wie schnell ein Resync oder Check werden darf.</translation>
    </message>
    <message>
        <source>How fast everything is read, and what the others feel of it.</source>
        <translation>Wie schnell alles gelesen wird, und was die anderen davon spüren.</translation>
    </message>
    <message>
        <source>How fast folders are made and removed.</source>
        <translation>Wie schnell Ordner angelegt und entfernt werden.</translation>
    </message>
    <message>
        <source>How fast large files come from the disk, each thread reading one of its own.</source>
        <translation>Wie schnell große Dateien vom Datenträger kommen; jeder Thread liest eine eigene.</translation>
    </message>
    <message>
        <source>How fast large files get onto the disk, each thread writing one of its own.</source>
        <translation>Wie schnell große Dateien auf den Datenträger kommen; jeder Thread schreibt eine eigene.</translation>
    </message>
    <message>
        <source>How fast large pieces are stored, with an fsync after every 64 MiB.</source>
        <translation>Wie schnell große Stücke abgelegt werden, mit einem fsync nach je 64 MiB.</translation>
    </message>
    <message>
        <source>How fast nested folders are made and removed.</source>
        <translation>Wie schnell verschachtelte Ordner angelegt und entfernt werden.</translation>
    </message>
    <message>
        <source>How hard the kernel tries to merge neighbouring requests: 0 fully, 1 simply, 2 never.</source>
        <translation>Wie sehr der Kernel versucht, benachbarte Anfragen zusammenzufassen: 0 ganz, 1 einfach, 2 nie.</translation>
    </message>
    <message>
        <source>How it is isn&apos;t known.</source>
        <translation>Wie es ist, ist nicht bekannt.</translation>
    </message>
    <message>
        <source>How long one program may keep the disk.</source>
        <translation>Wie lange ein Programm den Datenträger behalten darf.</translation>
    </message>
    <message>
        <source>How long the disk takes for one smallest request anywhere, with nothing else to do.</source>
        <translation>Wie lange der Datenträger für eine kleinste Anfrage irgendwo braucht, wenn er sonst nichts zu tun hat.</translation>
    </message>
    <message>
        <source>How long the disk waits for the next request of the same program.</source>
        <translation>Wie lange der Datenträger auf die nächste Anfrage desselben Programms wartet.</translation>
    </message>
    <message>
        <source>How long the requests take that programs make anyway.</source>
        <translation>Wie lange die Anfragen dauern, die Programme ohnehin stellen.</translation>
    </message>
    <message>
        <source>How long the small reads of a start-up wait while large files are copied.</source>
        <translation>Wie lange die kleinen Lesezugriffe eines Programmstarts warten, während große Dateien kopiert werden.</translation>
    </message>
    <message>
        <source>How long your own program takes.</source>
        <translation>Wie lange Ihr eigenes Programm braucht.</translation>
    </message>
    <message>
        <source>How many batches of reads may pass before waiting writes get a turn.</source>
        <translation>Wie viele Stapel von Lesezugriffen vergehen dürfen, bevor wartende Schreibzugriffe drankommen.</translation>
    </message>
    <message>
        <source>How many commands the drive itself may hold (NCQ on SATA; 1 switches NCQ off).</source>
        <translation>Wie viele Befehle das Laufwerk selbst halten darf (NCQ bei SATA; 1 schaltet NCQ ab).</translation>
    </message>
    <message>
        <source>How many files of 4 KiB are made and removed, far down.</source>
        <translation>Wie viele Dateien von 4 KiB tief unten angelegt und entfernt werden.</translation>
    </message>
    <message>
        <source>How many files of 4 KiB are made and removed.</source>
        <translation>Wie viele Dateien von 4 KiB angelegt und entfernt werden.</translation>
    </message>
    <message>
        <source>How many photos are stored and removed.</source>
        <translation>Wie viele Fotos abgelegt und entfernt werden.</translation>
    </message>
    <message>
        <source>How many requests may wait in the scheduler&apos;s queue.</source>
        <translation>Wie viele Anfragen in der Warteschlange des Schedulers warten dürfen.</translation>
    </message>
    <message>
        <source>How many requests of one direction are sent in a row.</source>
        <translation>Wie viele Anfragen einer Richtung hintereinander gesendet werden.</translation>
    </message>
    <message>
        <source>How many requests that nobody waits for may be in the queue at once.</source>
        <translation>Wie viele Anfragen, auf die niemand wartet, zugleich in der Warteschlange sein dürfen.</translation>
    </message>
    <message>
        <source>How many small pieces from anywhere the disk delivers.</source>
        <translation>Wie viele kleine Stücke von irgendwo der Datenträger liefert.</translation>
    </message>
    <message>
        <source>How many small pieces the disk takes, anywhere.</source>
        <translation>Wie viele kleine Stücke der Datenträger irgendwo annimmt.</translation>
    </message>
    <message>
        <source>How many threads besides the first work on a RAID 4, 5 or 6.</source>
        <translation>Wie viele Threads außer dem ersten an einem RAID 4, 5 oder 6 arbeiten.</translation>
    </message>
    <message>
        <source>How much dearer a seek backwards is taken to be than one forwards.</source>
        <translation>Um wie viel teurer eine Bewegung zurück gilt als eine nach vorn.</translation>
    </message>
    <message>
        <source>How much may be written to memory before writing programs must wait for the disk.</source>
        <translation>Wie viel in den Speicher geschrieben werden darf, bevor schreibende Programme auf den Datenträger warten müssen.</translation>
    </message>
    <message>
        <source>How much of a RAID 4, 5 or 6 is kept in memory while its parity is worked out.</source>
        <translation>Wie viel von einem RAID 4, 5 oder 6 im Speicher gehalten wird, während seine Parität berechnet wird.</translation>
    </message>
    <message>
        <source>How much one program may transfer in its turn; 0 lets bfq find out.</source>
        <translation>Wie viel ein Programm übertragen darf, wenn es an der Reihe ist; 0 überlässt es bfq.</translation>
    </message>
    <message>
        <source>How much the kernel reads in advance when a program reads sequentially.</source>
        <translation>Wie viel der Kernel im Voraus liest, wenn ein Programm sequenziell liest.</translation>
    </message>
    <message>
        <source>How often the kernel looks for something that is to be written to disk.</source>
        <translation>Wie oft der Kernel nach etwas sieht, das auf den Datenträger geschrieben werden soll.</translation>
    </message>
    <message>
        <source>How old something written to memory may get before it is written to disk.</source>
        <translation>Wie alt etwas in den Speicher Geschriebenes werden darf, bevor es auf den Datenträger geschrieben wird.</translation>
    </message>
    <message>
        <source>How willingly the kernel swaps programs out rather than forget what it read.</source>
        <translation>Wie gern der Kernel Programme auslagert, statt zu vergessen, was er gelesen hat.</translation>
    </message>
    <message>
        <source>I/O priorities</source>
        <translation>E/A-Prioritäten</translation>
    </message>
    <message>
        <source>IOPS</source>
        <translation>IOPS</translation>
    </message>
    <message>
        <source>IOzone backward read, {size}</source>
        <translation>IOzone rückwärts lesen, {size}</translation>
    </message>
    <message>
        <source>IOzone fread, {size}</source>
        <translation>IOzone fread, {size}</translation>
    </message>
    <message>
        <source>IOzone random read, {size}</source>
        <translation>IOzone wahlfrei lesen, {size}</translation>
    </message>
    <message>
        <source>IOzone random write, {size}</source>
        <translation>IOzone wahlfrei schreiben, {size}</translation>
    </message>
    <message>
        <source>IOzone re-fread, {size}</source>
        <translation>IOzone wieder fread, {size}</translation>
    </message>
    <message>
        <source>IOzone re-fwrite, {size}</source>
        <translation>IOzone wieder fwrite, {size}</translation>
    </message>
    <message>
        <source>IOzone re-read, {size}</source>
        <translation>IOzone wieder lesen, {size}</translation>
    </message>
    <message>
        <source>IOzone re-write, {size}</source>
        <translation>IOzone wieder schreiben, {size}</translation>
    </message>
    <message>
        <source>IOzone read, {size}</source>
        <translation>IOzone lesen, {size}</translation>
    </message>
    <message>
        <source>IOzone record re-write, {size}</source>
        <translation>IOzone Satz wieder schreiben, {size}</translation>
    </message>
    <message>
        <source>IOzone strided read, {size}</source>
        <translation>IOzone in Schritten lesen, {size}</translation>
    </message>
    <message>
        <source>Idle processors are needed; not to be changed during a resync.</source>
        <translation>Freie Prozessoren sind nötig; während eines Resync nicht zu ändern.</translation>
    </message>
    <message>
        <source>If it spins, it</source>
        <translation>Falls sie dreht, so</translation>
    </message>
    <message>
        <source>If that may be so, add --allow-risk {name}.</source>
        <translation>Falls das in Kauf genommen wird: --allow-risk {name}.</translation>
    </message>
    <message>
        <source>Important work, ordinary work and work that has time, on one disk.</source>
        <translation>Wichtige Arbeit, gewöhnliche Arbeit und Arbeit, die Zeit hat, auf einem Datenträger.</translation>
    </message>
    <message>
        <source>Importing photos and music.</source>
        <translation>Fotos und Musik importieren.</translation>
    </message>
    <message>
        <source>In a terminal use &apos;storage-tuner tune --practice&apos; or &apos;storage-tuner --help&apos;.</source>
        <translation>Im Terminal hilft &apos;storage-tuner tune --practice&apos; oder &apos;storage-tuner --help&apos;.</translation>
    </message>
    <message>
        <source>In a virtual machine leave none alone.</source>
        <translation>In einer virtuellen Maschine none so lassen.</translation>
    </message>
    <message>
        <source>In newer kernels by itself; buffered reading only.</source>
        <translation>In neueren Kerneln von selbst; nur gepuffertes Lesen.</translation>
    </message>
    <message>
        <source>In progress: {work}</source>
        <translation>Läuft gerade: {work}</translation>
    </message>
    <message>
        <source>In random reading the schedulers tie; only anticipatory, which waits for the next request, loses (5.1 against 3.7 ms more per thread).</source>
        <translation>Beim wahlfreien Lesen liegen die Scheduler gleichauf; nur anticipatory, das auf die nächste Anfrage wartet, verliert (5,1 gegen 3,7 ms mehr je Thread).</translation>
    </message>
    <message>
        <source>In the terminal --overwrite is for that; what is on the disk is lost.</source>
        <translation>Im Terminal ist --overwrite dafür da; was auf dem Datenträger ist, geht verloren.</translation>
    </message>
    <message>
        <source>In use</source>
        <translation>In Gebrauch</translation>
    </message>
    <message>
        <source>In {saturated} of {slices} no processor was idle: there the numbers are the processors&apos; as much as the disk&apos;s.</source>
        <translation>In {saturated} von {slices} war kein Prozessor frei: Dort sind die Zahlen ebenso sehr die der Prozessoren wie die des Datenträgers.</translation>
    </message>
    <message>
        <source>Install Storage Tuner anew.</source>
        <translation>Installieren Sie Storage Tuner neu.</translation>
    </message>
    <message>
        <source>Install it: sudo apt install {tool}.</source>
        <translation>Installieren Sie es: sudo apt install {tool}.</translation>
    </message>
    <message>
        <source>Interactive first</source>
        <translation>Interaktives zuerst</translation>
    </message>
    <message>
        <source>It belongs to {scheduler}: vary the scheduler, too.</source>
        <translation>Es gehört zu {scheduler}: Ändern Sie auch den Scheduler.</translation>
    </message>
    <message>
        <source>It can only be read any more.</source>
        <translation>Es kann nur noch gelesen werden.</translation>
    </message>
    <message>
        <source>It comes with Storage Tuner&apos;s Debian package, and with a clone started by ./run.</source>
        <translation>Er kommt mit dem Debian-Paket von Storage Tuner und mit einem Klon, der mit ./run gestartet wird.</translation>
    </message>
    <message>
        <source>It has become unreliable after many errors.</source>
        <translation>Es ist nach vielen Fehlern unzuverlässig geworden.</translation>
    </message>
    <message>
        <source>It has been written more than it was made for ({percent} % of its endurance).</source>
        <translation>Es wurde mehr beschrieben, als wofür es gebaut ist ({percent} % seiner Lebensdauer).</translation>
    </message>
    <message>
        <source>It is a member of the array {array}.</source>
        <translation>Er ist ein Mitglied des Verbunds {array}.</translation>
    </message>
    <message>
        <source>It is not rotational: there is no simple limit but its links.</source>
        <translation>Er rotiert nicht: Außer seinen Verbindungen gibt es keine einfache Grenze.</translation>
    </message>
    <message>
        <source>It is still written down: &apos;storage-tuner restore {device}&apos; tries again.</source>
        <translation>Sie sind noch aufgeschrieben: „storage-tuner restore {device}“ versucht es erneut.</translation>
    </message>
    <message>
        <source>It is too hot: {temperature_c} °C, and its limit is {limit} °C.</source>
        <translation>Es ist zu heiß: {temperature_c} °C, und seine Grenze ist {limit} °C.</translation>
    </message>
    <message>
        <source>It is unit {unit} ({kind}) of a {model}.</source>
        <translation>Es ist die Einheit {unit} ({kind}) eines {model}.</translation>
    </message>
    <message>
        <source>It isn&apos;t known on which disk {path} lies.</source>
        <translation>Es ist nicht bekannt, auf welchem Datenträger {path} liegt.</translation>
    </message>
    <message>
        <source>It isn&apos;t known what lies beneath this path.</source>
        <translation>Es ist nicht bekannt, was unter diesem Pfad liegt.</translation>
    </message>
    <message>
        <source>It lies on {disks}.</source>
        <translation>Er liegt auf {disks}.</translation>
    </message>
    <message>
        <source>It was stopped on request</source>
        <translation>Es wurde auf Wunsch abgebrochen</translation>
    </message>
    <message>
        <source>It&apos;s in the whole now; remove it, or it is offered again.</source>
        <translation>Er ist im Ganzen enthalten; bitte löschen, sonst wird er wieder angeboten.</translation>
    </message>
    <message>
        <source>Its persistent memory region has become unreliable.</source>
        <translation>Sein dauerhafter Speicherbereich ist unzuverlässig geworden.</translation>
    </message>
    <message>
        <source>Its protection of the cache against power cuts has failed.</source>
        <translation>Der Schutz seines Caches gegen Stromausfall ist ausgefallen.</translation>
    </message>
    <message>
        <source>Its revolutions per minute are unknown.</source>
        <translation>Seine Umdrehungen pro Minute sind unbekannt.</translation>
    </message>
    <message>
        <source>Its settings are those of {disks}, the disks of the array {array}.</source>
        <translation>Seine Einstellungen sind die von {disks}, den Datenträgern des Verbunds {array}.</translation>
    </message>
    <message>
        <source>Its spare blocks are nearly used up.</source>
        <translation>Seine Reserveblöcke sind fast aufgebraucht.</translation>
    </message>
    <message>
        <source>Its temperature is outside its limits.</source>
        <translation>Seine Temperatur liegt außerhalb ihrer Grenzen.</translation>
    </message>
    <message>
        <source>Join at the front</source>
        <translation>Vorne anfügen</translation>
    </message>
    <message>
        <source>KVM with image files, one thread a guest.</source>
        <translation>KVM mit Abbilddateien, ein Thread je Gast.</translation>
    </message>
    <message>
        <source>Keep {variant}.</source>
        <translation>{variant} behalten.</translation>
    </message>
    <message>
        <source>Keep {variant}: nothing is faster.</source>
        <translation>{variant} behalten: Nichts ist schneller.</translation>
    </message>
    <message>
        <source>Keeping settings was interrupted. {path} was edited by hand; move it away, then try again</source>
        <translation>Das Behalten von Einstellungen wurde unterbrochen. {path} wurde von Hand bearbeitet; verschieben Sie sie und versuchen Sie es noch einmal</translation>
    </message>
    <message>
        <source>Keeping settings was interrupted: {path} is as it was before</source>
        <translation>Das Behalten von Einstellungen wurde unterbrochen: {path} ist wie zuvor</translation>
    </message>
    <message>
        <source>Kept by</source>
        <translation>Behalten von</translation>
    </message>
    <message>
        <source>Kept: {settings}.</source>
        <translation>Behalten: {settings}.</translation>
    </message>
    <message>
        <source>Kernel name</source>
        <translation>Name im Kernel</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>KiB/s per member</source>
        <translation>KiB/s je Mitglied</translation>
    </message>
    <message>
        <source>LVM costs performance (no figure): leave it out where neither snapshots nor its management are needed.</source>
        <translation>LVM kostet Leistung (ohne Zahl): weglassen, wo weder Schnappschüsse noch seine Verwaltung gebraucht werden.</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>Bezeichnung</translation>
    </message>
    <message>
        <source>Large files on a half-full disk.</source>
        <translation>Große Dateien auf einem halb vollen Datenträger.</translation>
    </message>
    <message>
        <source>Large files on an almost full disk.</source>
        <translation>Große Dateien auf einem fast vollen Datenträger.</translation>
    </message>
    <message>
        <source>Large files on the first partition.</source>
        <translation>Große Dateien auf der ersten Partition.</translation>
    </message>
    <message>
        <source>Large pieces one after the other.</source>
        <translation>Große Stücke, eines nach dem anderen.</translation>
    </message>
    <message>
        <source>Large tables that are read from end to end, beside some that are looked up.</source>
        <translation>Große Tabellen, die von Anfang bis Ende gelesen werden, neben einigen, in denen nachgeschlagen wird.</translation>
    </message>
    <message>
        <source>Layout</source>
        <translation>Anordnung</translation>
    </message>
    <message>
        <source>Leave it alone as long as it is measured; runs that are disturbed are marked.</source>
        <translation>Lassen Sie ihn in Ruhe, solange gemessen wird; gestörte Läufe werden gekennzeichnet.</translation>
    </message>
    <message>
        <source>Leave it out, or measure it without sizes.</source>
        <translation>Lassen Sie sie weg, oder messen Sie sie ohne Größen.</translation>
    </message>
    <message>
        <source>Legacy rules</source>
        <translation>Veraltete Regeln</translation>
    </message>
    <message>
        <source>Less keeps programs in memory, more keeps files there. Up to 100 before Linux 5.8.</source>
        <translation>Weniger hält Programme im Speicher, mehr hält Dateien darin. Vor Linux 5.8 bis 100.</translation>
    </message>
    <message>
        <source>Less leaves more of the array to others; the repair takes longer.</source>
        <translation>Weniger lässt anderen mehr vom Verbund; die Reparatur dauert länger.</translation>
    </message>
    <message>
        <source>Less writes sooner and more evenly. Setting it switches dirty_background_bytes off.</source>
        <translation>Weniger schreibt früher und gleichmäßiger. Es zu setzen schaltet dirty_background_bytes ab.</translation>
    </message>
    <message>
        <source>Let it cool down, and give it air.</source>
        <translation>Lassen Sie es abkühlen, und geben Sie ihm Luft.</translation>
    </message>
    <message>
        <source>Let the computer cool down; see to its fans and air inlets.</source>
        <translation>Lassen Sie den Rechner abkühlen; sehen Sie nach Lüftern und Luftöffnungen.</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>Level</translation>
    </message>
    <message>
        <source>Link of {disk}, at most</source>
        <translation>Anschluss von {disk}, höchstens</translation>
    </message>
    <message>
        <source>Linux disk</source>
        <translation>Linux-Datenträger</translation>
    </message>
    <message>
        <source>Linux has no 3ware controller that fits</source>
        <translation>Linux hat keinen passenden 3ware-Controller</translation>
    </message>
    <message>
        <source>Linux has no disk for this unit</source>
        <translation>Linux hat keinen Datenträger zu dieser Einheit</translation>
    </message>
    <message>
        <source>Live reads</source>
        <translation>Live-Lesen</translation>
    </message>
    <message>
        <source>Live writes</source>
        <translation>Live-Schreiben</translation>
    </message>
    <message>
        <source>Loading a database took 25,908 s with cfq, 2.8 % longer with anticipatory and 8.9 % longer with deadline.</source>
        <translation>Das Laden einer Datenbank dauerte 25.908 s mit cfq, 2,8 % länger mit anticipatory und 8,9 % länger mit deadline.</translation>
    </message>
    <message>
        <source>Log in to a desktop session, or start as root: sudo storage-tuner.</source>
        <translation>Melden Sie sich an einer Desktop-Sitzung an, oder starten Sie als root: sudo storage-tuner.</translation>
    </message>
    <message>
        <source>Logical sector</source>
        <translation>Logischer Sektor</translation>
    </message>
    <message>
        <source>Logical volume</source>
        <translation>Logischer Datenträger</translation>
    </message>
    <message>
        <source>Longer gives more throughput, shorter smaller waits of the others.</source>
        <translation>Länger gibt mehr Durchsatz, kürzer lässt die anderen weniger warten.</translation>
    </message>
    <message>
        <source>Longer saves writes; more is lost when the power fails, as without a change up to 30 s.</source>
        <translation>Länger spart Schreibzugriffe; bei einem Stromausfall geht mehr verloren, ohne Änderung bis zu 30 s.</translation>
    </message>
    <message>
        <source>Look for old ones</source>
        <translation>Nach Altem sehen</translation>
    </message>
    <message>
        <source>Look for {what} (found: {found}): {check}.</source>
        <translation>Sehen Sie nach: {what} (gefunden: {found}): {check}.</translation>
    </message>
    <message>
        <source>Look for {what}: {check}.</source>
        <translation>Sehen Sie nach: {what}: {check}.</translation>
    </message>
    <message>
        <source>Looking whether the disk is empty…</source>
        <translation>Es wird nachgesehen, ob der Datenträger leer ist …</translation>
    </message>
    <message>
        <source>Loop device (a file as a disk)</source>
        <translation>Loop-Gerät (eine Datei als Datenträger)</translation>
    </message>
    <message>
        <source>Loop device {name}</source>
        <translation>Loop-Gerät {name}</translation>
    </message>
    <message>
        <source>Loop devices have none: the disk beneath sorts.</source>
        <translation>Loop-Geräte haben none: Der Datenträger darunter sortiert.</translation>
    </message>
    <message>
        <source>Low priorities wait</source>
        <translation>Niedrige Priorität wartet</translation>
    </message>
    <message>
        <source>Lower keeps fewer requests in the drive, which costs throughput.</source>
        <translation>Niedriger hält weniger Anfragen im Laufwerk, was Durchsatz kostet.</translation>
    </message>
    <message>
        <source>MB per CPU second</source>
        <translation>MB je Prozessorsekunde</translation>
    </message>
    <message>
        <source>MB/s</source>
        <translation>MB/s</translation>
    </message>
    <message>
        <source>Mail folders, news spools, unpacking source code.</source>
        <translation>Mailordner, News-Spools, Quelltext auspacken.</translation>
    </message>
    <message>
        <source>Mail server</source>
        <translation>Mailserver</translation>
    </message>
    <message>
        <source>Make room first, if it isn&apos;t always as full as that.</source>
        <translation>Schaffen Sie zuerst Platz, wenn es nicht immer so voll ist.</translation>
    </message>
    <message>
        <source>Make room, give a smaller --size, or choose workloads that need less.</source>
        <translation>Schaffen Sie Platz, geben Sie eine kleinere --size an, oder wählen Sie Lasten, die weniger brauchen.</translation>
    </message>
    <message>
        <source>Make sure that it&apos;s the disk that you mean.</source>
        <translation>Vergewissern Sie sich, dass es der Datenträger ist, den Sie meinen.</translation>
    </message>
    <message>
        <source>Many folders side by side</source>
        <translation>Viele Ordner nebeneinander</translation>
    </message>
    <message>
        <source>Mapped device (LVM, encryption)</source>
        <translation>Zugeordnetes Gerät (LVM, Verschlüsselung)</translation>
    </message>
    <message>
        <source>Mapped device {name}</source>
        <translation>Zugeordnetes Gerät {name}</translation>
    </message>
    <message>
        <source>Mapped device, {target}</source>
        <translation>Zugeordnetes Gerät, {target}</translation>
    </message>
    <message>
        <source>Mapping</source>
        <translation>Zuordnung</translation>
    </message>
    <message>
        <source>May disturb</source>
        <translation>Stört vielleicht</translation>
    </message>
    <message>
        <source>Mean latency</source>
        <translation>Mittlere Latenz</translation>
    </message>
    <message>
        <source>Measure a new one from the beginning.</source>
        <translation>Messen Sie einen neuen von Anfang an.</translation>
    </message>
    <message>
        <source>Measure again when that is over.</source>
        <translation>Messen Sie noch einmal, wenn das vorbei ist.</translation>
    </message>
    <message>
        <source>Measure it from the beginning.</source>
        <translation>Messen Sie ihn von Anfang an.</translation>
    </message>
    <message>
        <source>Measure on the host, or when it has nothing else to do.</source>
        <translation>Messen Sie auf dem Wirt, oder wenn er sonst nichts zu tun hat.</translation>
    </message>
    <message>
        <source>Measure the device itself, a larger file, or more with --size.</source>
        <translation>Messen Sie das Gerät selbst, eine größere Datei, oder mehr mit --size.</translation>
    </message>
    <message>
        <source>Measure the device itself, or a folder on another file system.</source>
        <translation>Messen Sie das Gerät selbst, oder einen Ordner auf einem anderen Dateisystem.</translation>
    </message>
    <message>
        <source>Measure where direct I/O works, which leaves the memory out, or more with --size.</source>
        <translation>Messen Sie, wo direkte E/A geht, die den Speicher auslässt, oder mehr mit --size.</translation>
    </message>
    <message>
        <source>Measured against physics</source>
        <translation>Gemessen an der Physik</translation>
    </message>
    <message>
        <source>Measured in parts: interrupted after {when} UTC, gone on with at {again} UTC, in whole blocks.</source>
        <translation>In Teilen gemessen: unterbrochen nach {when} UTC, fortgesetzt um {again} UTC, in ganzen Blöcken.</translation>
    </message>
    <message>
        <source>Measuring a disk</source>
        <translation>Ein Datenträger wird gemessen</translation>
    </message>
    <message>
        <source>Measuring ended early, because of {work}.</source>
        <translation>Die Messung endete vorzeitig, wegen: {work}.</translation>
    </message>
    <message>
        <source>Measuring isn’t possible now</source>
        <translation>Jetzt kann nicht gemessen werden</translation>
    </message>
    <message>
        <source>Member</source>
        <translation>Mitglied</translation>
    </message>
    <message>
        <source>Memory card</source>
        <translation>Speicherkarte</translation>
    </message>
    <message>
        <source>Memory disk {name}</source>
        <translation>Speicher-Datenträger {name}</translation>
    </message>
    <message>
        <source>Mend the file, or move it away; docs/workloads.md tells what may stand there.</source>
        <translation>Berichtigen Sie die Datei, oder verschieben Sie sie; docs/workloads.md sagt, was darin stehen darf.</translation>
    </message>
    <message>
        <source>Merging of requests</source>
        <translation>Zusammenfassen von Anfragen</translation>
    </message>
    <message>
        <source>Metadata</source>
        <translation>Metadaten</translation>
    </message>
    <message>
        <source>Missing members</source>
        <translation>Fehlende Mitglieder</translation>
    </message>
    <message>
        <source>More favours reads and delays writes.</source>
        <translation>Mehr bevorzugt Lesen und verzögert Schreiben.</translation>
    </message>
    <message>
        <source>More hides slow disks longer and makes the wait worse when it comes. Setting it switches dirty_bytes off.</source>
        <translation>Mehr verbirgt langsame Datenträger länger und macht das Warten schlimmer, wenn es kommt. Es zu setzen schaltet dirty_bytes ab.</translation>
    </message>
    <message>
        <source>More repairs the array sooner and slows everything else meanwhile.</source>
        <translation>Mehr repariert den Verbund früher und bremst währenddessen alles andere.</translation>
    </message>
    <message>
        <source>More spindles move more at once whatever the scheduler is.</source>
        <translation>Mehr Spindeln bewegen mehr auf einmal, bei jedem Scheduler.</translation>
    </message>
    <message>
        <source>NCQ active</source>
        <translation>NCQ aktiv</translation>
    </message>
    <message>
        <source>NCQ supported</source>
        <translation>NCQ unterstützt</translation>
    </message>
    <message>
        <source>NCQ that isn&apos;t at work</source>
        <translation>NCQ, das nicht in Betrieb ist</translation>
    </message>
    <message>
        <source>NVMe SSD (flash)</source>
        <translation>NVMe-SSD (Flash)</translation>
    </message>
    <message>
        <source>NVMe keeps the kernel&apos;s default.</source>
        <translation>NVMe behält den Standard des Kernels.</translation>
    </message>
    <message>
        <source>NVMe: the default is none; do not change it.</source>
        <translation>NVMe: Standard ist none; nicht ändern.</translation>
    </message>
    <message>
        <source>Name at least two schedulers, or two values with --vary.</source>
        <translation>Nennen Sie mindestens zwei Scheduler, oder zwei Werte mit --vary.</translation>
    </message>
    <message>
        <source>Names</source>
        <translation>Namen</translation>
    </message>
    <message>
        <source>Near when behind</source>
        <translation>Nah, wenn dahinter</translation>
    </message>
    <message>
        <source>Network disk</source>
        <translation>Netzwerk-Datenträger</translation>
    </message>
    <message>
        <source>Network disk {name}</source>
        <translation>Netzwerk-Datenträger {name}</translation>
    </message>
    <message>
        <source>Never used again, even if the name is.</source>
        <translation>Wird nie wieder vergeben, auch wenn der Name es wird.</translation>
    </message>
    <message>
        <source>Nine spinning disks as RAID 5: sequential write rose from 600 to 750 MB/s with group_thread_cnt 4 (with further changes of the kernel to 950 and 1150).</source>
        <translation>Neun drehende Festplatten als RAID 5: Sequenzielles Schreiben stieg mit group_thread_cnt 4 von 600 auf 750 MB/s (mit weiteren Änderungen am Kernel auf 950 und 1150).</translation>
    </message>
    <message>
        <source>No device is expected here</source>
        <translation>Hier wird kein Gerät erwartet</translation>
    </message>
    <message>
        <source>No figure was published, and the device-mapper has changed much.</source>
        <translation>Eine Zahl wurde nicht veröffentlicht, und der Device-Mapper hat sich stark geändert.</translation>
    </message>
    <message>
        <source>No setting was changed. The log has the details.</source>
        <translation>Keine Einstellung wurde geändert. Das Protokoll hat die Einzelheiten.</translation>
    </message>
    <message>
        <source>No test file can be made in {folder}: {strerror}.</source>
        <translation>In {folder} lässt sich keine Testdatei anlegen: {strerror}.</translation>
    </message>
    <message>
        <source>No tunable is given</source>
        <translation>Keine Einstellung ist angegeben</translation>
    </message>
    <message>
        <source>No udev daemon runs here, so the rule takes effect only where one does</source>
        <translation>Hier läuft kein udev-Dienst; die Regel wirkt also nur, wo einer läuft</translation>
    </message>
    <message>
        <source>None worth noticing on today&apos;s kernels.</source>
        <translation>Auf heutigen Kerneln keine nennenswerten.</translation>
    </message>
    <message>
        <source>Not compared here, only published</source>
        <translation>Hier nicht verglichen, nur veröffentlicht</translation>
    </message>
    <message>
        <source>Not in use: nothing is mounted from it, and it belongs to no array.</source>
        <translation>Nicht in Gebrauch: Nichts ist davon eingehängt, und es gehört zu keinem Verbund.</translation>
    </message>
    <message>
        <source>Not merging saves CPU time on random load and costs throughput on sequential load.</source>
        <translation>Nicht zusammenzufassen spart Prozessorzeit bei wahlfreier Last und kostet Durchsatz bei sequenzieller.</translation>
    </message>
    <message>
        <source>Not transferable: bfq costs CPU time at many requests per second, which cfq didn&apos;t.</source>
        <translation>Nicht übertragbar: bfq kostet bei vielen Anfragen pro Sekunde Prozessorzeit, cfq tat das nicht.</translation>
    </message>
    <message>
        <source>Nothing can be sorted in what a single thread asks for one by one; only waiting in vain costs.</source>
        <translation>Was ein einzelner Thread eines nach dem anderen verlangt, lässt sich nicht sortieren; nur vergebliches Warten kostet.</translation>
    </message>
    <message>
        <source>Nothing emptied the page cache between the runs of the command: what it reads may come from memory (warm caches).</source>
        <translation>Zwischen den Läufen des Befehls hat nichts den Seiten-Cache geleert: Was er liest, kommt womöglich aus dem Speicher (warme Caches).</translation>
    </message>
    <message>
        <source>Nothing is left changed.</source>
        <translation>Nichts bleibt verändert.</translation>
    </message>
    <message>
        <source>Nothing of the plan was taken.</source>
        <translation>Nichts aus dem Plan wurde übernommen.</translation>
    </message>
    <message>
        <source>Nothing seeks here: a scheduler can share the device out, but spares no movement.</source>
        <translation>Hier bewegt sich nichts: Ein Scheduler kann das Gerät aufteilen, spart aber keine Bewegung.</translation>
    </message>
    <message>
        <source>Nothing speaks against measuring now</source>
        <translation>Nichts spricht dagegen, jetzt zu messen</translation>
    </message>
    <message>
        <source>Nothing to do.</source>
        <translation>Nichts zu tun.</translation>
    </message>
    <message>
        <source>Nothing to do: it is measured in a way that suits both.</source>
        <translation>Nichts zu tun: Es wird so gemessen, dass es für beides passt.</translation>
    </message>
    <message>
        <source>Nothing to do: runs in which it happens again are marked.</source>
        <translation>Nichts zu tun: Läufe, in denen es wieder geschieht, werden gekennzeichnet.</translation>
    </message>
    <message>
        <source>Nothing to do: the numbers are those of every day, with the cache.</source>
        <translation>Nichts zu tun: Die Zahlen sind die des Alltags, mit dem Cache.</translation>
    </message>
    <message>
        <source>Nothing was changed; start again when you are ready.</source>
        <translation>Nichts wurde geändert; beginnen Sie wieder, wenn Sie so weit sind.</translation>
    </message>
    <message>
        <source>Nothing was decided that could be confirmed.</source>
        <translation>Nichts wurde entschieden, was sich bestätigen ließe.</translation>
    </message>
    <message>
        <source>Nothing was kept for good.</source>
        <translation>Nichts wurde dauerhaft behalten.</translation>
    </message>
    <message>
        <source>Nothing was measured in {name}, so there is nothing to compare.</source>
        <translation>In {name} wurde nichts gemessen; zu vergleichen gibt es also nichts.</translation>
    </message>
    <message>
        <source>Nothing was measured, so there is nothing to recommend.</source>
        <translation>Nichts wurde gemessen; zu empfehlen gibt es also nichts.</translation>
    </message>
    <message>
        <source>Nothing was set. Look at the values again before you apply yours.</source>
        <translation>Nichts wurde gesetzt. Sehen Sie sich die Werte noch einmal an, bevor Sie Ihre anwenden.</translation>
    </message>
    <message>
        <source>Nothing was written: choose an empty disk, or a folder on this one.</source>
        <translation>Nichts wurde geschrieben: Wählen Sie einen leeren Datenträger, oder einen Ordner auf diesem.</translation>
    </message>
    <message>
        <source>Nothing, it&apos;s only read</source>
        <translation>Nichts, es wird nur gelesen</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>Nummer</translation>
    </message>
    <message>
        <source>Of Cassandra 2.0.</source>
        <translation>Aus Cassandra 2.0.</translation>
    </message>
    <message>
        <source>Of RHEL 7; deadline lives on as mq-deadline.</source>
        <translation>Aus RHEL 7; deadline lebt als mq-deadline weiter.</translation>
    </message>
    <message>
        <source>Of a server with 12 GB; the author measured no gain of each.</source>
        <translation>Aus einem Server mit 12 GB; einen Gewinn der einzelnen maß der Autor nicht.</translation>
    </message>
    <message>
        <source>Of cases that take one command at a time nothing else can sort.</source>
        <translation>Bei Gehäusen, die einen Befehl nach dem anderen nehmen, kann sonst nichts sortieren.</translation>
    </message>
    <message>
        <source>Of its random reads.</source>
        <translation>Bezogen auf das wahlfreie Lesen.</translation>
    </message>
    <message>
        <source>Of machines in a data centre.</source>
        <translation>Auf Maschinen in einem Rechenzentrum.</translation>
    </message>
    <message>
        <source>Of two dual-core processors with 3.2 GHz; today&apos;s need a fraction of it.</source>
        <translation>Mit zwei Zweikern-Prozessoren von 3,2 GHz; heutige brauchen einen Bruchteil davon.</translation>
    </message>
    <message>
        <source>Old after</source>
        <translation>Alt nach</translation>
    </message>
    <message>
        <source>Older versions set deadline.</source>
        <translation>Ältere Versionen setzen deadline.</translation>
    </message>
    <message>
        <source>On hardware RAID noop and deadline won sequential reading in three of four combinations of controller and level, and lost clearly in the fourth.</source>
        <translation>Auf Hardware-RAID gewannen noop und deadline das sequenzielle Lesen in drei von vier Kombinationen aus Controller und Level, und verloren in der vierten deutlich.</translation>
    </message>
    <message>
        <source>On md RAID10 far, NCQ on gave 11 to 13.5 % more mixed requests, the same with each scheduler.</source>
        <translation>Auf md-RAID10 (far) brachte NCQ 11 bis 13,5 % mehr gemischte Anfragen, mit jedem Scheduler gleich viel.</translation>
    </message>
    <message>
        <source>On software RAID 1 cfq is as good as or better than the others in everything; sequential reading moves 70 to 100 MB/s more than with deadline.</source>
        <translation>Auf Software-RAID 1 ist cfq in allem so gut wie die anderen oder besser; sequenzielles Lesen schafft 70 bis 100 MB/s mehr als mit deadline.</translation>
    </message>
    <message>
        <source>On the controller&apos;s RAID1 a queue depth of 1 cost 1.8 % at 48 threads: hardly a difference.</source>
        <translation>Auf dem RAID1 des Controllers kostete eine Warteschlangentiefe von 1 bei 48 Threads 1,8 %: kaum ein Unterschied.</translation>
    </message>
    <message>
        <source>On which processor a finished request is completed: 0 any, 1 the group, 2 the same.</source>
        <translation>Auf welchem Prozessor eine fertige Anfrage abgeschlossen wird: 0 irgendeiner, 1 die Gruppe, 2 derselbe.</translation>
    </message>
    <message>
        <source>On {name} {work} began between {since} and {seen} UTC: what was measured in between doesn&apos;t count, and from then on all variants were slowed down alike.</source>
        <translation>Auf {name} begann zwischen {since} und {seen} UTC: {work}. Was dazwischen gemessen wurde, zählt nicht, und von da an wurden alle Varianten gleich gebremst.</translation>
    </message>
    <message>
        <source>On {name} {work} ended between {since} and {seen} UTC; what was measured in between doesn&apos;t count.</source>
        <translation>Auf {name} endete zwischen {since} und {seen} UTC: {work}. Was dazwischen gemessen wurde, zählt nicht.</translation>
    </message>
    <message>
        <source>One program that has many large writes under way.</source>
        <translation>Ein Programm mit vielen großen Schreibzugriffen gleichzeitig.</translation>
    </message>
    <message>
        <source>One program that reads ahead far enough.</source>
        <translation>Ein Programm, das weit genug vorausliest.</translation>
    </message>
    <message>
        <source>One run each on LVM over three SCSI disks: measure bfq against mq-deadline with your own load.</source>
        <translation>Je ein Lauf auf LVM über drei SCSI-Platten: Messen Sie bfq gegen mq-deadline mit Ihrer eigenen Last.</translation>
    </message>
    <message>
        <source>One run per scheduler is told, so nothing says how far two runs with the same scheduler would differ; noop wasn&apos;t tested.</source>
        <translation>Je Scheduler wird ein Lauf genannt; wie weit zwei Läufe mit demselben Scheduler auseinanderlägen, sagt also nichts; noop wurde nicht getestet.</translation>
    </message>
    <message>
        <source>One sequential reader gains nothing from RAID 1; N of them may use N disks.</source>
        <translation>Ein einzelner sequenzieller Leser gewinnt durch RAID 1 nichts; N davon können N Platten nutzen.</translation>
    </message>
    <message>
        <source>One stream keeps all data disks busy only if it reads ahead a whole stripe: {stripe} KiB here. Direct I/O reads nothing ahead.</source>
        <translation>Ein Strom beschäftigt alle Datenplatten nur, wenn er einen ganzen Stripe vorausliest: hier {stripe} KiB. Direkte E/A liest nichts voraus.</translation>
    </message>
    <message>
        <source>Only a hypothesis today: {note}</source>
        <translation>Heute nur eine Vermutung: {note}</translation>
    </message>
    <message>
        <source>Only a practice disk of your own is ever written, or an empty disk after AllowOverwriting; {device} is neither</source>
        <translation>Geschrieben wird nur auf einen eigenen Übungs-Datenträger, oder nach AllowOverwriting auf einen leeren Datenträger; {device} ist keines von beiden</translation>
    </message>
    <message>
        <source>Only buffered reads are affected; large values waste memory on random reads.</source>
        <translation>Nur gepuffertes Lesen ist betroffen; große Werte verschwenden Speicher bei wahlfreiem Lesen.</translation>
    </message>
    <message>
        <source>Only disks that seek notice.</source>
        <translation>Nur Festplatten mit bewegten Köpfen merken es.</translation>
    </message>
    <message>
        <source>Only one set of settings was measured, so there was nothing to compare.</source>
        <translation>Nur ein Satz Einstellungen wurde gemessen; zu vergleichen gab es also nichts.</translation>
    </message>
    <message>
        <source>Only {available_bytes:,.0f} MB of memory are left: the computer may have to write some of it to a disk meanwhile.</source>
        <translation>Nur {available_bytes:,.0f} MB Speicher sind noch frei: Der Rechner muss währenddessen womöglich etwas davon auf einen Datenträger schreiben.</translation>
    </message>
    <message>
        <source>Only {count} files may be open here: too few for so many threads</source>
        <translation>Hier dürfen nur {count} Dateien offen sein: zu wenige für so viele Threads</translation>
    </message>
    <message>
        <source>Opening LibreOffice while something is copied or downloaded.</source>
        <translation>LibreOffice öffnen, während etwas kopiert oder heruntergeladen wird.</translation>
    </message>
    <message>
        <source>Opening a file for the first time.</source>
        <translation>Eine Datei zum ersten Mal öffnen.</translation>
    </message>
    <message>
        <source>Opening the same file again.</source>
        <translation>Dieselbe Datei noch einmal öffnen.</translation>
    </message>
    <message>
        <source>Operations</source>
        <translation>Operationen</translation>
    </message>
    <message>
        <source>Optical drive</source>
        <translation>Optisches Laufwerk</translation>
    </message>
    <message>
        <source>Optimal I/O size</source>
        <translation>Optimale E/A-Größe</translation>
    </message>
    <message>
        <source>Oracle Database 19c.</source>
        <translation>Oracle Database 19c.</translation>
    </message>
    <message>
        <source>Other controllers behaved otherwise in the same article: measure.</source>
        <translation>Andere Controller verhielten sich im selben Artikel anders: messen.</translation>
    </message>
    <message>
        <source>Other programs use {share:.0f} % of all processors.</source>
        <translation>Andere Programme nutzen {share:.0f} % aller Prozessoren.</translation>
    </message>
    <message>
        <source>Other programs&apos; load was watched for {seconds}: {per_second:.0f} requests a second on average{share}. The verdict is about the time these took; how much was asked for is the programs&apos; doing.</source>
        <translation>Die Last anderer Programme wurde {seconds} lang beobachtet: im Mittel {per_second:.0f} Anfragen pro Sekunde{share}. Das Urteil gilt der Zeit, die sie brauchten; wie viel verlangt wurde, ist Sache der Programme.</translation>
    </message>
    <message>
        <source>Other values depend on the use, on your priorities, or on the program named.</source>
        <translation>Andere Werte hängen vom Zweck, von Ihren Prioritäten oder vom genannten Programm ab.</translation>
    </message>
    <message>
        <source>Over all, md RAID10 with the far layout: 305 MB/s sequential read against 189 near and 185 offset, and as many random requests; it writes sequentially slower (118 against 156).</source>
        <translation>Über alles: md-RAID10 mit der Anordnung „far“: 305 MB/s sequenzielles Lesen gegen 189 (near) und 185 (offset), und ebenso viele wahlfreie Anfragen; sequenziell schreibt es langsamer (118 gegen 156).</translation>
    </message>
    <message>
        <source>Pages read and written at random, and a log that each transaction waits for.</source>
        <translation>Seiten, wahlfrei gelesen und geschrieben, und ein Protokoll, auf das jede Transaktion wartet.</translation>
    </message>
    <message>
        <source>Parity is cheap on today&apos;s processors; the order of hardware and software must be measured.</source>
        <translation>Parität ist auf heutigen Prozessoren billig; die Reihenfolge von Hardware und Software muss gemessen werden.</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>Teil</translation>
    </message>
    <message>
        <source>Partition</source>
        <translation>Partition</translation>
    </message>
    <message>
        <source>Partitions</source>
        <translation>Partitionen</translation>
    </message>
    <message>
        <source>Parts</source>
        <translation>Teile</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>Pfad</translation>
    </message>
    <message>
        <source>Paused, with the settings from before.</source>
        <translation>Pausiert, mit den Einstellungen von vorher.</translation>
    </message>
    <message>
        <source>Pending sectors</source>
        <translation>Wartende Sektoren</translation>
    </message>
    <message>
        <source>Perhaps {near}?</source>
        <translation>Vielleicht {near}?</translation>
    </message>
    <message>
        <source>Persistent names</source>
        <translation>Dauerhafte Namen</translation>
    </message>
    <message>
        <source>Physical sector</source>
        <translation>Physischer Sektor</translation>
    </message>
    <message>
        <source>Physics</source>
        <translation>Physik</translation>
    </message>
    <message>
        <source>Playing a film or copying while a database works.</source>
        <translation>Einen Film abspielen oder kopieren, während eine Datenbank arbeitet.</translation>
    </message>
    <message>
        <source>Plug it in, and measure again.</source>
        <translation>Stecken Sie das Netzteil ein, und messen Sie noch einmal.</translation>
    </message>
    <message>
        <source>Policies</source>
        <translation>Richtlinien</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>Port</translation>
    </message>
    <message>
        <source>Postfix and Dovecot with a file for each mail.</source>
        <translation>Postfix und Dovecot mit einer Datei je Nachricht.</translation>
    </message>
    <message>
        <source>PostgreSQL, MariaDB, Oracle under many short transactions.</source>
        <translation>PostgreSQL, MariaDB, Oracle unter vielen kurzen Transaktionen.</translation>
    </message>
    <message>
        <source>Power-on time</source>
        <translation>Betriebszeit</translation>
    </message>
    <message>
        <source>Practice disk</source>
        <translation>Übungs-Datenträger</translation>
    </message>
    <message>
        <source>Prevents measuring</source>
        <translation>Verhindert das Messen</translation>
    </message>
    <message>
        <source>Price of going back</source>
        <translation>Preis des Zurückgehens</translation>
    </message>
    <message>
        <source>Processors and controllers are others by now; only a comparison on the same disks tells.</source>
        <translation>Prozessoren und Controller sind inzwischen andere; nur ein Vergleich auf denselben Platten zeigt es.</translation>
    </message>
    <message>
        <source>Programs such as MSC Nastran, says IOzone&apos;s author.</source>
        <translation>Programme wie MSC Nastran, sagt der Autor von IOzone.</translation>
    </message>
    <message>
        <source>Programs that read pieces of this size, such as databases with large pages.</source>
        <translation>Programme, die Stücke dieser Größe lesen, etwa Datenbanken mit großen Seiten.</translation>
    </message>
    <message>
        <source>Programs that use fread().</source>
        <translation>Programme, die fread() benutzen.</translation>
    </message>
    <message>
        <source>Programs that use fwrite().</source>
        <translation>Programme, die fwrite() benutzen.</translation>
    </message>
    <message>
        <source>Programs that write pieces of this size; an array with parity needs whole stripes.</source>
        <translation>Programme, die Stücke dieser Größe schreiben; ein Verbund mit Parität braucht ganze Stripes.</translation>
    </message>
    <message>
        <source>Published for such a use: {wishes}.</source>
        <translation>Für einen solchen Zweck veröffentlicht: {wishes}.</translation>
    </message>
    <message>
        <source>Published otherwise: {rules}. The measurement counts.</source>
        <translation>Anders veröffentlicht: {rules}. Die Messung zählt.</translation>
    </message>
    <message>
        <source>Published rules disagree; worth measuring: {trials}.</source>
        <translation>Veröffentlichte Regeln widersprechen sich; eine Messung wert: {trials}.</translation>
    </message>
    <message>
        <source>Published rules were left out: {reason}</source>
        <translation>Veröffentlichte Regeln wurden weggelassen: {reason}</translation>
    </message>
    <message>
        <source>Published: {rules}. A hypothesis; it decides nothing here.</source>
        <translation>Veröffentlicht: {rules}. Eine Vermutung; sie entscheidet hier nichts.</translation>
    </message>
    <message>
        <source>Published: {trials}. Not advised without need: with a wrong value the computer may hardly respond.</source>
        <translation>Veröffentlicht: {trials}. Ohne Not nicht zu empfehlen: Mit einem falschen Wert reagiert der Computer womöglich kaum noch.</translation>
    </message>
    <message>
        <source>Putting the settings from before back…</source>
        <translation>Die Einstellungen von vorher werden zurückgesetzt …</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>Warteschlange</translation>
    </message>
    <message>
        <source>Queue and cache</source>
        <translation>Warteschlange und Cache</translation>
    </message>
    <message>
        <source>Queues of drives</source>
        <translation>NCQ der Laufwerke</translation>
    </message>
    <message>
        <source>RAID controller</source>
        <translation>RAID-Controller</translation>
    </message>
    <message>
        <source>RAID level</source>
        <translation>RAID-Level</translation>
    </message>
    <message>
        <source>RHEL 10.</source>
        <translation>RHEL 10.</translation>
    </message>
    <message>
        <source>RHEL 8 to 10.</source>
        <translation>RHEL 8 bis 10.</translation>
    </message>
    <message>
        <source>Raise stripe_cache_size for parity RAID that is written to; it takes a page × members × value of memory (16384 on 8 members are 512 MiB).</source>
        <translation>stripe_cache_size erhöhen für Paritäts-RAID, auf das geschrieben wird; es braucht eine Seite × Mitglieder × Wert an Speicher (16384 auf 8 Mitgliedern sind 512 MiB).</translation>
    </message>
    <message>
        <source>Random mix of synchronous writes</source>
        <translation>Wahlfreie Mischung mit synchronem Schreiben</translation>
    </message>
    <message>
        <source>Random mix with fsync</source>
        <translation>Wahlfreie Mischung mit fsync</translation>
    </message>
    <message>
        <source>Random mix with fsync, {size}</source>
        <translation>Wahlfreie Mischung mit fsync, {size}</translation>
    </message>
    <message>
        <source>Random mix without fsync</source>
        <translation>Wahlfreie Mischung ohne fsync</translation>
    </message>
    <message>
        <source>Random mix, 70 % reads</source>
        <translation>Wahlfreie Mischung, 70 % Lesen</translation>
    </message>
    <message>
        <source>Random read</source>
        <translation>Wahlfreies Lesen</translation>
    </message>
    <message>
        <source>Random read, first tenth of the disk</source>
        <translation>Wahlfreies Lesen, erstes Zehntel des Datenträgers</translation>
    </message>
    <message>
        <source>Random read, {size}</source>
        <translation>Wahlfreies Lesen, {size}</translation>
    </message>
    <message>
        <source>Random requests of one size, a fifth of them writes, a tenth of those followed by fsync.</source>
        <translation>Wahlfreie Anfragen einer Größe, ein Fünftel davon schreibt, und einem Zehntel dieser folgt fsync.</translation>
    </message>
    <message>
        <source>Random requests, a fifth of them writes that wait until they are on the medium.</source>
        <translation>Wahlfreie Anfragen, ein Fünftel davon Schreibzugriffe, die warten, bis sie auf dem Medium sind.</translation>
    </message>
    <message>
        <source>Random requests, a fifth of them writes, a tenth of those followed by fsync.</source>
        <translation>Wahlfreie Anfragen, ein Fünftel davon Schreibzugriffe, auf ein Zehntel davon folgt fsync.</translation>
    </message>
    <message>
        <source>Random requests, a fifth of them writes, which nothing makes sure of.</source>
        <translation>Wahlfreie Anfragen, ein Fünftel davon schreibt, und nichts sichert das Geschriebene.</translation>
    </message>
    <message>
        <source>Random write</source>
        <translation>Wahlfreies Schreiben</translation>
    </message>
    <message>
        <source>Random write, {size}</source>
        <translation>Wahlfreies Schreiben, {size}</translation>
    </message>
    <message>
        <source>Read cache</source>
        <translation>Lesecache</translation>
    </message>
    <message>
        <source>Read in a copy of the wiki.</source>
        <translation>In einer Kopie des Wikis gelesen.</translation>
    </message>
    <message>
        <source>Read-ahead of 8 KiB on SSDs.</source>
        <translation>Vorauslesen von 8 KiB auf SSDs.</translation>
    </message>
    <message>
        <source>Read-ahead of 8 to 32 sectors (4 to 16 KiB).</source>
        <translation>Vorauslesen von 8 bis 32 Sektoren (4 bis 16 KiB).</translation>
    </message>
    <message>
        <source>Read-ahead of twice the largest request (2 × 1280 KiB) on spinning disks: +36 and +189 % sequential reading, reports the patch.</source>
        <translation>Vorauslesen vom Doppelten der größten Anfrage (2 × 1280 KiB) auf drehenden Festplatten: +36 und +189 % sequenzielles Lesen, meldet der Patch.</translation>
    </message>
    <message>
        <source>Read-only</source>
        <translation>Nur lesbar</translation>
    </message>
    <message>
        <source>Read-only: nothing can be written on it</source>
        <translation>Nur lesbar: Darauf kann nichts geschrieben werden</translation>
    </message>
    <message>
        <source>Reading a file from its beginning to its end.</source>
        <translation>Eine Datei von Anfang bis Ende lesen.</translation>
    </message>
    <message>
        <source>Reading a file from its end to its beginning, record by record.</source>
        <translation>Eine Datei vom Ende zum Anfang lesen, Satz für Satz.</translation>
    </message>
    <message>
        <source>Reading again through the page cache what was just read.</source>
        <translation>Durch den Seiten-Cache noch einmal lesen, was gerade gelesen wurde.</translation>
    </message>
    <message>
        <source>Reading again what was just read, from the page cache: memory more than the disk.</source>
        <translation>Noch einmal lesen, was gerade gelesen wurde, aus dem Seiten-Cache: eher der Speicher als der Datenträger.</translation>
    </message>
    <message>
        <source>Reading and writing of the 3ware RAID10 share one line of timings, so one of the two rates (173 and 188 MB/s) is doubtful.</source>
        <translation>Lesen und Schreiben des 3ware-RAID10 teilen sich eine Zeile mit Zeiten; einer der beiden Durchsätze (173 und 188 MB/s) ist also zweifelhaft.</translation>
    </message>
    <message>
        <source>Reading one column of a table.</source>
        <translation>Eine Spalte einer Tabelle lesen.</translation>
    </message>
    <message>
        <source>Reading one record, leaving out sixteen, and so on.</source>
        <translation>Einen Satz lesen, sechzehn auslassen, und so weiter.</translation>
    </message>
    <message>
        <source>Reading records anywhere in a file.</source>
        <translation>Sätze irgendwo in einer Datei lesen.</translation>
    </message>
    <message>
        <source>Reading through the page cache, which reads ahead.</source>
        <translation>Durch den Seiten-Cache lesen, der vorausliest.</translation>
    </message>
    <message>
        <source>Reads and writes that come at random, from the same threads.</source>
        <translation>Lese- und Schreibzugriffe in zufälliger Folge, von denselben Threads.</translation>
    </message>
    <message>
        <source>Reads before writes</source>
        <translation>Lesen vor Schreiben</translation>
    </message>
    <message>
        <source>Reads wait at most</source>
        <translation>Lesen wartet höchstens</translation>
    </message>
    <message>
        <source>Real-time I/O priority</source>
        <translation>Echtzeit-E/A-Priorität</translation>
    </message>
    <message>
        <source>Reallocated sectors</source>
        <translation>Ersetzte Sektoren</translation>
    </message>
    <message>
        <source>Removable</source>
        <translation>Wechselbar</translation>
    </message>
    <message>
        <source>Repeats</source>
        <translation>Wiederholungen</translation>
    </message>
    <message>
        <source>Replace the disk, let the array recover, and measure then.</source>
        <translation>Ersetzen Sie den Datenträger, lassen Sie den Verbund sich erholen, und messen Sie dann.</translation>
    </message>
    <message>
        <source>Requests in a row</source>
        <translation>Anfragen hintereinander</translation>
    </message>
    <message>
        <source>Resync at least</source>
        <translation>Resync mindestens</translation>
    </message>
    <message>
        <source>Resync at most</source>
        <translation>Resync höchstens</translation>
    </message>
    <message>
        <source>Risk: {risk}</source>
        <translation>Risiko: {risk}</translation>
    </message>
    <message>
        <source>Rotational</source>
        <translation>Rotierend</translation>
    </message>
    <message>
        <source>Run as root (sudo), or install Storage Tuner with its system service.</source>
        <translation>Starten Sie als root (sudo), oder installieren Sie Storage Tuner mit seinem Systemdienst.</translation>
    </message>
    <message>
        <source>Run it there: storage-tuner tune TARGET --plan FILE.</source>
        <translation>Dort ausführen: storage-tuner tune TARGET --plan FILE.</translation>
    </message>
    <message>
        <source>SLES 15 and openSUSE Leap.</source>
        <translation>SLES 15 und openSUSE Leap.</translation>
    </message>
    <message>
        <source>SLES 15.</source>
        <translation>SLES 15.</translation>
    </message>
    <message>
        <source>SLES 15; only request-based multipath has a scheduler at all.</source>
        <translation>SLES 15; nur anfragebasiertes Multipath hat überhaupt einen Scheduler.</translation>
    </message>
    <message>
        <source>SMART is switched off in the drive</source>
        <translation>SMART ist im Laufwerk abgeschaltet</translation>
    </message>
    <message>
        <source>SSD (flash)</source>
        <translation>SSD (Flash)</translation>
    </message>
    <message>
        <source>Safety of writes</source>
        <translation>Schreibsicherheit</translation>
    </message>
    <message>
        <source>Samba and NFS for an office.</source>
        <translation>Samba und NFS für ein Büro.</translation>
    </message>
    <message>
        <source>Saving a document again.</source>
        <translation>Ein Dokument wieder speichern.</translation>
    </message>
    <message>
        <source>Scheduler</source>
        <translation>Scheduler</translation>
    </message>
    <message>
        <source>Schedulers still need requests to choose from; the kernel&apos;s default is 64 to 256 by now.</source>
        <translation>Scheduler brauchen noch immer Anfragen zur Auswahl; der Standard des Kernels ist inzwischen 64 bis 256.</translation>
    </message>
    <message>
        <source>Search anew: storage-tuner sweep --saturate.</source>
        <translation>Neu suchen: storage-tuner sweep --saturate.</translation>
    </message>
    <message>
        <source>Self-assessment</source>
        <translation>Selbsteinschätzung</translation>
    </message>
    <message>
        <source>Sequence number</source>
        <translation>Laufende Nummer</translation>
    </message>
    <message>
        <source>Sequential read</source>
        <translation>Sequenzielles Lesen</translation>
    </message>
    <message>
        <source>Sequential read, end of the disk</source>
        <translation>Sequenzielles Lesen, Ende des Datenträgers</translation>
    </message>
    <message>
        <source>Sequential read, middle of the disk</source>
        <translation>Sequenzielles Lesen, Mitte des Datenträgers</translation>
    </message>
    <message>
        <source>Sequential read, start of the disk</source>
        <translation>Sequenzielles Lesen, Anfang des Datenträgers</translation>
    </message>
    <message>
        <source>Sequential stream beside random reads</source>
        <translation>Sequenzieller Strom neben wahlfreiem Lesen</translation>
    </message>
    <message>
        <source>Sequential write</source>
        <translation>Sequenzielles Schreiben</translation>
    </message>
    <message>
        <source>Sequential write beside random reads</source>
        <translation>Sequenzielles Schreiben neben wahlfreiem Lesen</translation>
    </message>
    <message>
        <source>Server programs that leave it to the disk when data is on the medium.</source>
        <translation>Serverprogramme, die es dem Datenträger überlassen, wann Daten auf dem Medium sind.</translation>
    </message>
    <message>
        <source>Server programs that make sure of their data now and then.</source>
        <translation>Serverprogramme, die ab und zu ihre Daten sicherstellen.</translation>
    </message>
    <message>
        <source>Set as published rules recommend.</source>
        <translation>Eingestellt, wie veröffentlichte Regeln es empfehlen.</translation>
    </message>
    <message>
        <source>Set by</source>
        <translation>Gesetzt von</translation>
    </message>
    <message>
        <source>Set scaling_max_freq back to cpuinfo_max_freq while measuring.</source>
        <translation>Setzen Sie scaling_max_freq auf cpuinfo_max_freq zurück, solange gemessen wird.</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>Einstellung</translation>
    </message>
    <message>
        <source>Setting it switches dirty_background_ratio off.</source>
        <translation>Es zu setzen schaltet dirty_background_ratio ab.</translation>
    </message>
    <message>
        <source>Setting it switches dirty_ratio off. It begins at two pages.</source>
        <translation>Es zu setzen schaltet dirty_ratio ab. Es beginnt bei zwei Seiten.</translation>
    </message>
    <message>
        <source>Settings are being kept for good by {holder}; try again in a moment</source>
        <translation>Einstellungen werden gerade von {holder} dauerhaft behalten; versuchen Sie es gleich noch einmal</translation>
    </message>
    <message>
        <source>Settings of an array are varied with the array as the target.</source>
        <translation>Einstellungen eines Verbunds werden mit dem Verbund als Ziel verändert.</translation>
    </message>
    <message>
        <source>Settings used with the RAID5 of a 9550: max_sectors_kb 64, read-ahead 2048 KiB, queue_depth 254, nr_requests 1024, cfq.</source>
        <translation>Mit dem RAID5 eines 9550 benutzte Einstellungen: max_sectors_kb 64, Vorauslesen 2048 KiB, queue_depth 254, nr_requests 1024, cfq.</translation>
    </message>
    <message>
        <source>Shorter bounds the wait and costs throughput.</source>
        <translation>Kürzer begrenzt das Warten und kostet Durchsatz.</translation>
    </message>
    <message>
        <source>Shorter bounds the wait of reads and costs throughput.</source>
        <translation>Kürzer begrenzt das Warten beim Lesen und kostet Durchsatz.</translation>
    </message>
    <message>
        <source>Shorter bounds the wait of writes and costs throughput.</source>
        <translation>Kürzer begrenzt das Warten beim Schreiben und kostet Durchsatz.</translation>
    </message>
    <message>
        <source>Shorter bounds the wait of writes; reads then wait longer.</source>
        <translation>Kürzer begrenzt das Warten beim Schreiben; Lesen wartet dann länger.</translation>
    </message>
    <message>
        <source>Shorter protects low priorities from starving and weakens the high ones.</source>
        <translation>Kürzer bewahrt niedrige Prioritäten vor dem Verhungern und schwächt die hohen.</translation>
    </message>
    <message>
        <source>Side effects</source>
        <translation>Nebenwirkungen</translation>
    </message>
    <message>
        <source>Side effects: {side_effects}</source>
        <translation>Nebenwirkungen: {side_effects}</translation>
    </message>
    <message>
        <source>Since Linux 6.10 a zoned device works with any scheduler.</source>
        <translation>Seit Linux 6.10 arbeitet ein Gerät mit Zonen mit jedem Scheduler.</translation>
    </message>
    <message>
        <source>Since zone write plugging (2024) any scheduler keeps it.</source>
        <translation>Seit dem „zone write plugging“ (2024) hält jeder Scheduler sie ein.</translation>
    </message>
    <message>
        <source>Size and content</source>
        <translation>Größe und Inhalt</translation>
    </message>
    <message>
        <source>Sizes must be multiples of this device&apos;s blocks of {size} bytes</source>
        <translation>Größen müssen Vielfache der Blöcke dieses Geräts von {size} Byte sein</translation>
    </message>
    <message>
        <source>Sizes must be multiples of {size} bytes</source>
        <translation>Größen müssen Vielfache von {size} Byte sein</translation>
    </message>
    <message>
        <source>Slot</source>
        <translation>Platz</translation>
    </message>
    <message>
        <source>So many requests at once need {needed} MiB, more than half of the {available} MiB of memory that are free</source>
        <translation>So viele gleichzeitige Anfragen brauchen {needed} MiB, mehr als die Hälfte der {available} MiB Speicher, die frei sind</translation>
    </message>
    <message>
        <source>Somebody holds the practice disk {device} open</source>
        <translation>Jemand hält den Übungs-Datenträger {device} offen</translation>
    </message>
    <message>
        <source>Something deserves attention.</source>
        <translation>Etwas verdient Aufmerksamkeit.</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>Platz</translation>
    </message>
    <message>
        <source>Spares</source>
        <translation>Reserven</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>Storage layers</source>
        <translation>Speicherschichten</translation>
    </message>
    <message>
        <source>Swappiness</source>
        <translation>Auslagerungsneigung</translation>
    </message>
    <message>
        <source>Sync action</source>
        <translation>Abgleich</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>Temperatur</translation>
    </message>
    <message>
        <source>The RAID level or the number of disks is unknown.</source>
        <translation>Das RAID-Level oder die Zahl der Datenträger ist unbekannt.</translation>
    </message>
    <message>
        <source>The call doesn&apos;t have the signature {signature}</source>
        <translation>Der Aufruf hat nicht die Signatur {signature}</translation>
    </message>
    <message>
        <source>The call has too many arguments</source>
        <translation>Der Aufruf hat zu viele Argumente</translation>
    </message>
    <message>
        <source>The call is larger than any that is expected</source>
        <translation>Der Aufruf ist größer als jeder, der erwartet wird</translation>
    </message>
    <message>
        <source>The computer may hardly respond while you try.</source>
        <translation>Der Computer reagiert womöglich kaum, während Sie es versuchen.</translation>
    </message>
    <message>
        <source>The device is too small for so many threads</source>
        <translation>Das Gerät ist zu klein für so viele Threads</translation>
    </message>
    <message>
        <source>The device may get slower while you try.</source>
        <translation>Das Gerät kann langsamer werden, während Sie probieren.</translation>
    </message>
    <message>
        <source>The drive gives no verdict of its own.</source>
        <translation>Das Laufwerk gibt kein eigenes Urteil ab.</translation>
    </message>
    <message>
        <source>The drive is asleep and was left so. Read it when it is in use.</source>
        <translation>Das Laufwerk schläft und wurde nicht geweckt. Lesen Sie es, wenn es in Gebrauch ist.</translation>
    </message>
    <message>
        <source>The drive reports that it is failing. Save what is on it now.</source>
        <translation>Das Laufwerk meldet, dass es ausfällt. Sichern Sie jetzt, was darauf ist.</translation>
    </message>
    <message>
        <source>The drive reports that it is well.</source>
        <translation>Das Laufwerk meldet, dass es ihm gut geht.</translation>
    </message>
    <message>
        <source>The file system became full while the practice disk was being made</source>
        <translation>Das Dateisystem wurde voll, während der Übungs-Datenträger angelegt wurde</translation>
    </message>
    <message>
        <source>The file system has too little free space for the practice disk</source>
        <translation>Das Dateisystem hat zu wenig freien Platz für den Übungs-Datenträger</translation>
    </message>
    <message>
        <source>The file system with the helper&apos;s state folder has no direct I/O, which a practice disk needs</source>
        <translation>Das Dateisystem mit dem Zustandsordner des Helfers kann keine direkte E/A, die ein Übungs-Datenträger braucht</translation>
    </message>
    <message>
        <source>The helper has given up the right to use the realtime class</source>
        <translation>Der Helfer hat das Recht auf die Klasse realtime abgegeben</translation>
    </message>
    <message>
        <source>The helper has no permission to ask {device} here</source>
        <translation>Der Helfer hat hier nicht die Erlaubnis, {device} zu fragen</translation>
    </message>
    <message>
        <source>The helper is ending and brings everything back</source>
        <translation>Der Helfer endet und setzt alles zurück</translation>
    </message>
    <message>
        <source>The kernel keeps {device} attached: {reason}</source>
        <translation>Der Kernel löst {device} nicht: {reason}</translation>
    </message>
    <message>
        <source>The kernel refused {path}: {reason}</source>
        <translation>Der Kernel lehnte {path} ab: {reason}</translation>
    </message>
    <message>
        <source>The kernel refused {value} for {name} of {device}: {reason}</source>
        <translation>Der Kernel lehnte {value} für {name} von {device} ab: {reason}</translation>
    </message>
    <message>
        <source>The kernel refused {value} for {name}: {reason}</source>
        <translation>Der Kernel lehnte {value} für {name} ab: {reason}</translation>
    </message>
    <message>
        <source>The line is no JSON</source>
        <translation>Die Zeile ist kein JSON</translation>
    </message>
    <message>
        <source>The line is no JSON object</source>
        <translation>Die Zeile ist kein JSON-Objekt</translation>
    </message>
    <message>
        <source>The line is too long</source>
        <translation>Die Zeile ist zu lang</translation>
    </message>
    <message>
        <source>The log has the details.</source>
        <translation>Das Protokoll hat die Einzelheiten.</translation>
    </message>
    <message>
        <source>The part that was measured before can&apos;t be removed: {before}: {reason}.</source>
        <translation>Der zuvor gemessene Teil lässt sich nicht löschen: {before}: {reason}.</translation>
    </message>
    <message>
        <source>The password dialog was closed</source>
        <translation>Der Passwort-Dialog wurde geschlossen</translation>
    </message>
    <message>
        <source>The practice disk of 1 GB, over and over</source>
        <translation>Der Übungs-Datenträger von 1 GB, immer wieder</translation>
    </message>
    <message>
        <source>The region ends behind the end of the device</source>
        <translation>Der Bereich endet hinter dem Ende des Geräts</translation>
    </message>
    <message>
        <source>The same disks at other levels</source>
        <translation>Dieselben Datenträger in anderen RAID-Leveln</translation>
    </message>
    <message>
        <source>The same {disks} disks at other levels; the best for {use} by our weights comes first, what survives no failure last. In disks: 2 is twice as much as one disk alone, with small writes and one stream.</source>
        <translation>Dieselben {disks} Datenträger in anderen RAID-Leveln; was für {use} nach unseren Gewichten am besten ist, steht zuerst, was keinen Ausfall übersteht, zuletzt. In Datenträgern: 2 ist doppelt so viel wie ein Datenträger allein, mit kleinen Schreibvorgängen und einem Strom.</translation>
    </message>
    <message>
        <source>The snapshot {file} can&apos;t be read and was set aside</source>
        <translation>Die Momentaufnahme {file} ist nicht lesbar und wurde beiseitegelegt</translation>
    </message>
    <message>
        <source>The system bus doesn&apos;t answer in time</source>
        <translation>Der Systembus antwortet nicht rechtzeitig</translation>
    </message>
    <message>
        <source>The time is over before a round changed nothing.</source>
        <translation>Die Zeit ist um, bevor eine Runde ohne Änderung blieb.</translation>
    </message>
    <message>
        <source>The time is too short for a single comparison.</source>
        <translation>Die Zeit reicht für keinen einzigen Vergleich.</translation>
    </message>
    <message>
        <source>There are too many practice disks</source>
        <translation>Es gibt zu viele Übungs-Datenträger</translation>
    </message>
    <message>
        <source>There is no free space for {path}</source>
        <translation>Für {path} ist kein Platz frei</translation>
    </message>
    <message>
        <source>There is no such benchmark</source>
        <translation>Einen solchen Benchmark gibt es nicht</translation>
    </message>
    <message>
        <source>There is no such block device</source>
        <translation>Ein solches Blockgerät gibt es nicht</translation>
    </message>
    <message>
        <source>There is no such method</source>
        <translation>Eine solche Methode gibt es nicht</translation>
    </message>
    <message>
        <source>There is no such session</source>
        <translation>Eine solche Sitzung gibt es nicht</translation>
    </message>
    <message>
        <source>This kernel has no {name}</source>
        <translation>Dieser Kernel hat {name} nicht</translation>
    </message>
    <message>
        <source>This plan uses options that only the terminal offers.</source>
        <translation>Dieser Plan nutzt Optionen, die es nur im Terminal gibt.</translation>
    </message>
    <message>
        <source>To be expected by physics, not measured</source>
        <translation>Von der Physik zu erwarten, nicht gemessen</translation>
    </message>
    <message>
        <source>Too many calls are waiting for an answer</source>
        <translation>Zu viele Aufrufe warten auf eine Antwort</translation>
    </message>
    <message>
        <source>Too many drives are being asked at once</source>
        <translation>Zu viele Laufwerke werden gleichzeitig gefragt</translation>
    </message>
    <message>
        <source>Treat as rotational</source>
        <translation>Als rotierend behandeln</translation>
    </message>
    <message>
        <source>Turn of a program</source>
        <translation>Reihe eines Programms</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Typ</translation>
    </message>
    <message>
        <source>UUID</source>
        <translation>UUID</translation>
    </message>
    <message>
        <source>Unawaited ones wait</source>
        <translation>Nicht erwartete warten</translation>
    </message>
    <message>
        <source>Unawaited requests</source>
        <translation>Nicht erwartete Anfragen</translation>
    </message>
    <message>
        <source>Uncorrectable errors</source>
        <translation>Nicht korrigierbare Fehler</translation>
    </message>
    <message>
        <source>Underlying devices</source>
        <translation>Zugrunde liegende Geräte</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>Einheit</translation>
    </message>
    <message>
        <source>Unit of a RAID controller</source>
        <translation>Einheit eines RAID-Controllers</translation>
    </message>
    <message>
        <source>Unit of the controller</source>
        <translation>Einheit des Controllers</translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation>Unbekannt</translation>
    </message>
    <message>
        <source>Unknown: {names}.</source>
        <translation>Unbekannt: {names}.</translation>
    </message>
    <message>
        <source>Until it is decided, in random order</source>
        <translation>Bis es entschieden ist, in zufälliger Reihenfolge</translation>
    </message>
    <message>
        <source>Unwritten, as a size</source>
        <translation>Ungeschrieben, als Größe</translation>
    </message>
    <message>
        <source>Unwritten, at most</source>
        <translation>Ungeschrieben, höchstens</translation>
    </message>
    <message>
        <source>Verify by itself</source>
        <translation>Selbstprüfung</translation>
    </message>
    <message>
        <source>Virtual disk</source>
        <translation>Virtueller Datenträger</translation>
    </message>
    <message>
        <source>Volume group</source>
        <translation>Datenträgergruppe</translation>
    </message>
    <message>
        <source>Wait for it, finer</source>
        <translation>Darauf warten, feiner</translation>
    </message>
    <message>
        <source>Wait for the same one</source>
        <translation>Auf dasselbe warten</translation>
    </message>
    <message>
        <source>What a search compares follows from what it finds: it can&apos;t be planned.</source>
        <translation>Was eine Suche vergleicht, ergibt sich aus ihren Ergebnissen und lässt sich nicht planen.</translation>
    </message>
    <message>
        <source>What follows is what others published, and physical limits. Nothing of it was measured here: these are hypotheses.</source>
        <translation>Es folgt, was andere veröffentlicht haben, und was die Physik begrenzt. Nichts davon wurde hier gemessen: Es sind Vermutungen.</translation>
    </message>
    <message>
        <source>What prevents it is on top of the list.</source>
        <translation>Was es verhindert, steht oben in der Liste.</translation>
    </message>
    <message>
        <source>What published rules recommend isn’t possible here.</source>
        <translation>Was veröffentlichte Regeln empfehlen, ist hier nicht möglich.</translation>
    </message>
    <message>
        <source>World wide name</source>
        <translation>World Wide Name</translation>
    </message>
    <message>
        <source>Worth measuring: {trials}.</source>
        <translation>Eine Messung wert: {trials}.</translation>
    </message>
    <message>
        <source>Write-back throttling</source>
        <translation>Drosseln des Zurückschreibens</translation>
    </message>
    <message>
        <source>Writes wait at most</source>
        <translation>Schreiben wartet höchstens</translation>
    </message>
    <message>
        <source>You are not authorised to do this</source>
        <translation>Dazu sind Sie nicht berechtigt</translation>
    </message>
    <message>
        <source>Zone size</source>
        <translation>Zonengröße</translation>
    </message>
    <message>
        <source>Zoned</source>
        <translation>In Zonen</translation>
    </message>
    <message>
        <source>Zones</source>
        <translation>Zonen</translation>
    </message>
    <message>
        <source>a load that is searched has no threads, time or protocol</source>
        <translation>eine gesuchte Last hat weder Threads noch Zeit oder Protokoll</translation>
    </message>
    <message>
        <source>a multiple of {sector_bytes}</source>
        <translation>ein Vielfaches von {sector_bytes}</translation>
    </message>
    <message>
        <source>a number above 0, at most {most:g},</source>
        <translation>eine Zahl über 0, höchstens {most:g},</translation>
    </message>
    <message>
        <source>a number from {least} to {most}</source>
        <translation>eine Zahl von {least} bis {most}</translation>
    </message>
    <message>
        <source>a number of seconds up to {most} is expected</source>
        <translation>erwartet wird eine Zahl von Sekunden bis {most}</translation>
    </message>
    <message>
        <source>a number of {bits} bits</source>
        <translation>eine Zahl mit {bits} Bits</translation>
    </message>
    <message>
        <source>a percentage from 1 to {most} is expected</source>
        <translation>erwartet wird ein Prozentwert von 1 bis {most}</translation>
    </message>
    <message>
        <source>a scheduler that all disks have</source>
        <translation>ein Scheduler, den alle Datenträger haben</translation>
    </message>
    <message>
        <source>a search needs settings to vary and a time</source>
        <translation>eine Suche braucht Einstellungen und eine Zeit</translation>
    </message>
    <message>
        <source>a share from {least} to {most} is expected</source>
        <translation>erwartet wird ein Anteil von {least} bis {most}</translation>
    </message>
    <message>
        <source>a text or a number</source>
        <translation>ein Text oder eine Zahl</translation>
    </message>
    <message>
        <source>a text without NUL characters</source>
        <translation>ein Text ohne NUL-Zeichen</translation>
    </message>
    <message>
        <source>a time in milliseconds is expected</source>
        <translation>erwartet wird eine Zeit in Millisekunden</translation>
    </message>
    <message>
        <source>active</source>
        <translation>aktiv</translation>
    </message>
    <message>
        <source>any processor</source>
        <translation>irgendein Prozessor</translation>
    </message>
    <message>
        <source>applies here</source>
        <translation>gilt hier</translation>
    </message>
    <message>
        <source>arguments must be an object</source>
        <translation>arguments muss ein Objekt sein</translation>
    </message>
    <message>
        <source>batch</source>
        <translation>Stapel</translation>
    </message>
    <message>
        <source>batches</source>
        <translation>Stapel</translation>
    </message>
    <message>
        <source>benchmarks</source>
        <translation>Benchmarks</translation>
    </message>
    <message>
        <source>byte</source>
        <translation>Byte</translation>
    </message>
    <message>
        <source>centisecond</source>
        <translation>Hundertstelsekunde</translation>
    </message>
    <message>
        <source>centiseconds</source>
        <translation>Hundertstelsekunden</translation>
    </message>
    <message>
        <source>command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>commands</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <source>connection</source>
        <translation>Anschluss</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>nicht bestanden</translation>
    </message>
    <message>
        <source>fio doesn&apos;t begin</source>
        <translation>fio fängt nicht an</translation>
    </message>
    <message>
        <source>fio doesn&apos;t tell what it has done so far</source>
        <translation>fio sagt nicht, was es bisher getan hat</translation>
    </message>
    <message>
        <source>fio is not installed</source>
        <translation>fio ist nicht installiert</translation>
    </message>
    <message>
        <source>fio {version} can&apos;t call fsync so often in this mix of reads and writes, nor with a queue_depth above 1: that needs fio {needed}</source>
        <translation>fio {version} kann fsync in dieser Mischung aus Lesen und Schreiben nicht so oft aufrufen, und auch nicht mit queue_depth über 1: Das braucht fio {needed}</translation>
    </message>
    <message>
        <source>id must be a whole number</source>
        <translation>id muss eine ganze Zahl sein</translation>
    </message>
    <message>
        <source>if {question}</source>
        <translation>falls {question}</translation>
    </message>
    <message>
        <source>kept by Storage Tuner</source>
        <translation>von Storage Tuner behalten</translation>
    </message>
    <message>
        <source>kept settings</source>
        <translation>behaltene Einstellungen</translation>
    </message>
    <message>
        <source>kind of device</source>
        <translation>Art des Geräts</translation>
    </message>
    <message>
        <source>mapping</source>
        <translation>Zuordnung</translation>
    </message>
    <message>
        <source>may apply here; unknown: {doubts}</source>
        <translation>gilt hier vielleicht; unbekannt: {doubts}</translation>
    </message>
    <message>
        <source>merge fully</source>
        <translation>ganz zusammenfassen</translation>
    </message>
    <message>
        <source>method and device must be texts</source>
        <translation>method und device müssen Texte sein</translation>
    </message>
    <message>
        <source>never merge</source>
        <translation>nie zusammenfassen</translation>
    </message>
    <message>
        <source>no known file system or RAID member was found</source>
        <translation>weder ein bekanntes Dateisystem noch ein RAID-Mitglied gefunden</translation>
    </message>
    <message>
        <source>none set by udev</source>
        <translation>keine von udev gesetzt</translation>
    </message>
    <message>
        <source>none: unused</source>
        <translation>keine: unbenutzt</translation>
    </message>
    <message>
        <source>not measured, low confidence</source>
        <translation>nicht gemessen, geringe Sicherheit</translation>
    </message>
    <message>
        <source>not measured, medium confidence</source>
        <translation>nicht gemessen, mittlere Sicherheit</translation>
    </message>
    <message>
        <source>not ready</source>
        <translation>nicht bereit</translation>
    </message>
    <message>
        <source>not reported by the controller</source>
        <translation>vom Controller nicht gemeldet</translation>
    </message>
    <message>
        <source>not reported by the drive</source>
        <translation>vom Laufwerk nicht gemeldet</translation>
    </message>
    <message>
        <source>not reported by the kernel</source>
        <translation>vom Kernel nicht gemeldet</translation>
    </message>
    <message>
        <source>not supported</source>
        <translation>nicht unterstützt</translation>
    </message>
    <message>
        <source>numbers from 1 to {most} are expected</source>
        <translation>erwartet werden Zahlen von 1 bis {most}</translation>
    </message>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>on</source>
        <translation>an</translation>
    </message>
    <message>
        <source>one of {known}</source>
        <translation>eines von {known}</translation>
    </message>
    <message>
        <source>overwrite_model isn&apos;t what this disk is called</source>
        <translation>overwrite_model ist nicht, wie dieser Datenträger heißt</translation>
    </message>
    <message>
        <source>p99 latency</source>
        <translation>p99-Latenz</translation>
    </message>
    <message>
        <source>practice disks</source>
        <translation>Übungs-Datenträger</translation>
    </message>
    <message>
        <source>rate_iops must leave some for reads and some for writes</source>
        <translation>rate_iops muss für Lesen und für Schreiben etwas übrig lassen</translation>
    </message>
    <message>
        <source>session isn&apos;t the name of a session</source>
        <translation>session ist nicht der Name einer Sitzung</translation>
    </message>
    <message>
        <source>sessions isn&apos;t a list of different names of sessions</source>
        <translation>sessions ist keine Liste verschiedener Namen von Sitzungen</translation>
    </message>
    <message>
        <source>settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>smartctl can&apos;t be asked any more</source>
        <translation>smartctl kann nicht mehr gefragt werden</translation>
    </message>
    <message>
        <source>smartctl couldn&apos;t be started</source>
        <translation>smartctl ließ sich nicht starten</translation>
    </message>
    <message>
        <source>smartctl is not installed</source>
        <translation>smartctl ist nicht installiert</translation>
    </message>
    <message>
        <source>smartctl said more than can be right</source>
        <translation>smartctl sagte mehr, als stimmen kann</translation>
    </message>
    <message>
        <source>smartctl was ended by signal {number}</source>
        <translation>smartctl wurde durch Signal {number} beendet</translation>
    </message>
    <message>
        <source>stride_bytes must be more than block_bytes</source>
        <translation>stride_bytes muss mehr als block_bytes sein</translation>
    </message>
    <message>
        <source>that protocol takes as long as its runs take</source>
        <translation>dieses Protokoll dauert so lange wie seine Läufe</translation>
    </message>
    <message>
        <source>the mark of measuring</source>
        <translation>der Vermerk, dass gemessen wird</translation>
    </message>
    <message>
        <source>the protocol adaptive has no number of runs</source>
        <translation>das Protokoll adaptive hat keine Zahl von Läufen</translation>
    </message>
    <message>
        <source>udev doesn&apos;t answer</source>
        <translation>udev antwortet nicht</translation>
    </message>
    <message>
        <source>udev doesn&apos;t apply the rules of {device}</source>
        <translation>udev wendet die Regeln von {device} nicht an</translation>
    </message>
    <message>
        <source>unreadable snapshots</source>
        <translation>unlesbare Momentaufnahmen</translation>
    </message>
    <message>
        <source>wipefs couldn&apos;t read what is on the disk</source>
        <translation>wipefs konnte nicht lesen, was auf dem Datenträger ist</translation>
    </message>
    <message>
        <source>wipefs doesn&apos;t tell what is on the disk</source>
        <translation>wipefs sagt nicht, was auf dem Datenträger ist</translation>
    </message>
    <message>
        <source>{device} didn&apos;t answer within {seconds} s</source>
        <translation>{device} antwortete nicht innerhalb von {seconds} s</translation>
    </message>
    <message>
        <source>{device} doesn&apos;t offer this scheduler</source>
        <translation>{device} bietet diesen Scheduler nicht an</translation>
    </message>
    <message>
        <source>{device} has no {name}</source>
        <translation>{device} hat {name} nicht</translation>
    </message>
    <message>
        <source>{device} is a loop device without a file</source>
        <translation>{device} ist ein Loop-Gerät ohne Datei</translation>
    </message>
    <message>
        <source>{device} is a practice disk: it may be written anyway</source>
        <translation>{device} ist ein Übungs-Datenträger: Auf ihn darf ohnehin geschrieben werden</translation>
    </message>
    <message>
        <source>{device} is being asked already</source>
        <translation>{device} wird schon gefragt</translation>
    </message>
    <message>
        <source>{device} is no drive; ask the disks that it&apos;s made of</source>
        <translation>{device} ist kein Laufwerk; fragen Sie die Datenträger, aus denen es besteht</translation>
    </message>
    <message>
        <source>{device} is no longer the device it was</source>
        <translation>{device} ist nicht mehr das Gerät, das es war</translation>
    </message>
    <message>
        <source>{device} isn&apos;t empty: it holds {kinds}</source>
        <translation>{device} ist nicht leer: Es enthält {kinds}</translation>
    </message>
    <message>
        <source>{device}: brought back nothing, for nothing had changed</source>
        <translation>{device}: zurückgeholt wurde nichts, denn nichts war geändert</translation>
    </message>
    <message>
        <source>{device}: kept for good in {path}</source>
        <translation>{device}: dauerhaft gespeichert in {path}</translation>
    </message>
    <message>
        <source>{file} can&apos;t be read and was set aside</source>
        <translation>{file} ist nicht lesbar und wurde beiseitegelegt</translation>
    </message>
    <message>
        <source>{holder} stands on {device}</source>
        <translation>{holder} liegt auf {device}</translation>
    </message>
    <message>
        <source>{key} is missing</source>
        <translation>{key} fehlt</translation>
    </message>
    <message>
        <source>{key} isn&apos;t expected here</source>
        <translation>{key} wird hier nicht erwartet</translation>
    </message>
    <message>
        <source>{key} must be from {minimum} to {maximum}</source>
        <translation>{key} muss von {minimum} bis {maximum} sein</translation>
    </message>
    <message>
        <source>{key} must be one of {choices}</source>
        <translation>{key} muss eines von {choices} sein</translation>
    </message>
    <message>
        <source>{key} must be {expected}, not {found}</source>
        <translation>{key} muss sein: {expected}, nicht: {found}</translation>
    </message>
    <message>
        <source>{key} must have 1 to {longest} printable ASCII letters</source>
        <translation>{key} muss 1 bis {longest} druckbare ASCII-Zeichen haben</translation>
    </message>
    <message>
        <source>{key} must have from 1 to {maximum} entries</source>
        <translation>{key} muss 1 bis {maximum} Einträge haben</translation>
    </message>
    <message>
        <source>{label} can&apos;t be saved in a plan: it isn&apos;t in the catalogue.</source>
        <translation>{label} lässt sich in keinem Plan speichern: nicht im Katalog.</translation>
    </message>
    <message>
        <source>{label} has a number of threads of its own.</source>
        <translation>{label} hat eine feste Zahl von Threads.</translation>
    </message>
    <message>
        <source>{name} belongs to {owner}, and {scheduler} is kept</source>
        <translation>{name} gehört zu {owner}, und behalten wird {scheduler}</translation>
    </message>
    <message>
        <source>{parameter}: nothing better was found, it stays as it is.</source>
        <translation>{parameter}: nichts Besseres gefunden, bleibt unverändert.</translation>
    </message>
    <message>
        <source>{parameter}: {best} is better, and is kept for what follows.</source>
        <translation>{parameter}: {best} ist besser und gilt für die weiteren Vergleiche.</translation>
    </message>
    <message>
        <source>{path} can&apos;t be written: {reason}</source>
        <translation>{path} kann nicht geschrieben werden: {reason}</translation>
    </message>
    <message>
        <source>{program} is missing: without it nobody knows what is on a disk</source>
        <translation>{program} fehlt: Ohne das weiß niemand, was auf einem Datenträger ist</translation>
    </message>
    <message>
        <source>{reason} What is kept comes back when the computer starts</source>
        <translation>{reason} Was behalten ist, kommt beim Start des Rechners wieder</translation>
    </message>
    <message>
        <source>{size} becomes 0 when {ratio} is set, and the other way round</source>
        <translation>{size} wird 0, wenn {ratio} gesetzt wird, und umgekehrt</translation>
    </message>
    <message>
        <source>{size} or {ratio} must be above 0 to be kept</source>
        <translation>{size} oder {ratio} muss über 0 sein, um behalten zu werden</translation>
    </message>
    <message>
        <source>{what}: something could not be brought back or recorded ({reason})</source>
        <translation>{what}: etwas ließ sich nicht zurückholen oder vermerken ({reason})</translation>
    </message>
    <message>
        <source>“{label}”</source>
        <translation>„{label}“</translation>
    </message>
    <message>
        <source>Small files in few folders</source>
        <translation>Kleine Dateien in wenigen Ordnern</translation>
    </message>
    <message>
        <source>Small files in nested folders</source>
        <translation>Kleine Dateien in verschachtelten Ordnern</translation>
    </message>
    <message>
        <source>Small files read, and written with an fsync each.</source>
        <translation>Kleine Dateien, gelesen und mit je einem fsync geschrieben.</translation>
    </message>
    <message>
        <source>Small pieces one by one.</source>
        <translation>Kleine Stücke, eines nach dem anderen.</translation>
    </message>
    <message>
        <source>Small pieces one by one: nearest to what a desktop feels like.</source>
        <translation>Kleine Stücke, eines nach dem anderen: am nächsten an dem, wie sich ein Desktop anfühlt.</translation>
    </message>
    <message>
        <source>Smaller requests let others in between, larger ones cost less CPU time.</source>
        <translation>Kleinere Anfragen lassen andere dazwischen, größere kosten weniger Prozessorzeit.</translation>
    </message>
    <message>
        <source>So also systemd issue 9639.</source>
        <translation>So auch systemd issue 9639.</translation>
    </message>
    <message>
        <source>Something is wrong.</source>
        <translation>Etwas stimmt nicht.</translation>
    </message>
    <message>
        <source>Something unexpected happened: {error}.</source>
        <translation>Etwas Unerwartetes ist geschehen: {error}.</translation>
    </message>
    <message>
        <source>Something unexpected went wrong: {error}.</source>
        <translation>Etwas Unerwartetes ging schief: {error}.</translation>
    </message>
    <message>
        <source>Sorting was on as well, so this is what NCQ adds to it; measure with queue_depth 1 against the highest.</source>
        <translation>Auch das Sortieren war an; dies ist also, was NCQ dazu beiträgt; messen Sie mit queue_depth 1 gegen das Höchste.</translation>
    </message>
    <message>
        <source>Source code and the caches of package managers.</source>
        <translation>Quelltext und die Caches von Paketverwaltungen.</translation>
    </message>
    <message>
        <source>Spectrum Scale: mq-deadline for SAS, read-ahead 0.</source>
        <translation>Spectrum Scale: mq-deadline für SAS, Vorauslesen 0.</translation>
    </message>
    <message>
        <source>Spectrum Scale: none for NVMe, read-ahead 0.</source>
        <translation>Spectrum Scale: none für NVMe, Vorauslesen 0.</translation>
    </message>
    <message>
        <source>Start as root, with a folder or file as the target.</source>
        <translation>Starten Sie als root, mit einem Ordner oder einer Datei als Ziel.</translation>
    </message>
    <message>
        <source>Starting a program.</source>
        <translation>Ein Programm starten.</translation>
    </message>
    <message>
        <source>Starting the helper…</source>
        <translation>Der Helfer wird gestartet …</translation>
    </message>
    <message>
        <source>Steady state ({rule}) reached: {reached}.</source>
        <translation>Beharrungszustand ({rule}) erreicht: {reached}.</translation>
    </message>
    <message>
        <source>Steady state not reached: {missed}. There the rates are those of a drive that was still changing, and may be others after more writing.</source>
        <translation>Beharrungszustand nicht erreicht: {missed}. Dort ist der Durchsatz der eines Laufwerks, das sich noch änderte, und nach mehr Schreiben womöglich ein anderer.</translation>
    </message>
    <message>
        <source>Still in the documentation.</source>
        <translation>Noch immer in der Dokumentation.</translation>
    </message>
    <message>
        <source>Still in the manual.</source>
        <translation>Noch immer im Handbuch.</translation>
    </message>
    <message>
        <source>Still so.</source>
        <translation>Noch immer so.</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>Angehalten.</translation>
    </message>
    <message>
        <source>Storage Tuner&apos;s weights</source>
        <translation>Gewichtung von Storage Tuner</translation>
    </message>
    <message>
        <source>Storing recordings, images and backups.</source>
        <translation>Aufnahmen, Abbilder und Sicherungen ablegen.</translation>
    </message>
    <message>
        <source>Streaming</source>
        <translation>Streaming</translation>
    </message>
    <message>
        <source>Switch direct I/O on: losetup --direct-io=on {path}</source>
        <translation>Schalten Sie direkte E/A ein: losetup --direct-io=on {path}</translation>
    </message>
    <message>
        <source>Switch it on: storage-tuner set {name} {statistics}=1.</source>
        <translation>Schalten Sie es ein: storage-tuner set {name} {statistics}=1.</translation>
    </message>
    <message>
        <source>Switching empties the queue for a moment and resets nr_requests and all values of the scheduler itself.</source>
        <translation>Das Umschalten leert die Warteschlange für einen Moment und setzt nr_requests und alle Werte des Schedulers selbst zurück.</translation>
    </message>
    <message>
        <source>Takes a page (4 KiB) × members × value of memory: 16384 on 8 members are 512 MiB.</source>
        <translation>Braucht eine Seite (4 KiB) × Mitglieder × Wert an Speicher: 16384 auf 8 Mitgliedern sind 512 MiB.</translation>
    </message>
    <message>
        <source>That is for workloads of one stream without a rate of its own, such as rand-read.</source>
        <translation>Das ist für Lasten aus einem Strom ohne eigene Rate, etwa rand-read.</translation>
    </message>
    <message>
        <source>That schedulers tie here may hold for their successors as well.</source>
        <translation>Dass Scheduler hier gleichauf liegen, gilt vielleicht auch für ihre Nachfolger.</translation>
    </message>
    <message>
        <source>That session looked for how many threads are enough; what it would have measured next isn&apos;t known.</source>
        <translation>Diese Sitzung hat gesucht, wie viele Threads genügen; was sie als Nächstes gemessen hätte, ist nicht bekannt.</translation>
    </message>
    <message>
        <source>That session was on a practice disk, which was removed when it ended.</source>
        <translation>Jene Sitzung war auf einem Übungs-Datenträger, der mit ihrem Ende entfernt wurde.</translation>
    </message>
    <message>
        <source>That session watched other programs&apos; load, which can&apos;t be made again.</source>
        <translation>Jene Sitzung beobachtete die Last anderer Programme, die sich nicht noch einmal herstellen lässt.</translation>
    </message>
    <message>
        <source>That would be {count} combinations; {most} are the most.</source>
        <translation>Das wären {count} Kombinationen; mehr als {most} geht nicht.</translation>
    </message>
    <message>
        <source>The 9550SXU-8LP is once printed as 9950 SXU-8LP.</source>
        <translation>Der 9550SXU-8LP ist einmal als 9950 SXU-8LP gedruckt.</translation>
    </message>
    <message>
        <source>The latency of disks whose smallest request is 4 KiB, and of file systems.</source>
        <translation>Die Latenz von Datenträgern, deren kleinste Anfrage 4 KiB ist, und von Dateisystemen.</translation>
    </message>
    <message>
        <source>The author says that CFQ costs 2 % at most; that holds for requests (0.6 to 1.7 %), while the mean wait in his own table is 13 % longer than with noop and 9 % longer than with deadline.</source>
        <translation>Der Autor sagt, CFQ koste höchstens 2 %; das gilt für Anfragen (0,6 bis 1,7 %), während das mittlere Warten in seiner eigenen Tabelle 13 % länger ist als mit noop und 9 % länger als mit deadline.</translation>
    </message>
    <message>
        <source>0 or a number from {least:g} to {most:g}</source>
        <translation>0 oder eine Zahl von {least:g} bis {most:g}</translation>
    </message>
    <message>
        <source>A test file of 1 GB, over and over</source>
        <translation>Eine Testdatei von 1 GB, immer wieder</translation>
    </message>
    <message>
        <source>About this device</source>
        <translation>Über dieses Gerät</translation>
    </message>
    <message>
        <source>Aimed latency of reads</source>
        <translation>Ziel-Latenz beim Lesen</translation>
    </message>
    <message>
        <source>Aimed latency of writes</source>
        <translation>Ziel-Latenz beim Schreiben</translation>
    </message>
    <message>
        <source>All over the disk</source>
        <translation>Überall auf dem Datenträger</translation>
    </message>
    <message>
        <source>Array</source>
        <translation>Verbund</translation>
    </message>
    <message>
        <source>Array, {level}</source>
        <translation>Verbund, {level}</translation>
    </message>
    <message>
        <source>At once</source>
        <translation>Gleichzeitig</translation>
    </message>
    <message>
        <source>Available schedulers</source>
        <translation>Verfügbare Scheduler</translation>
    </message>
    <message>
        <source>Awaited ones wait</source>
        <translation>Erwartete warten</translation>
    </message>
    <message>
        <source>Battery</source>
        <translation>Batterie</translation>
    </message>
    <message>
        <source>Begin to write (size)</source>
        <translation>Schreiben beginnt (Größe)</translation>
    </message>
    <message>
        <source>Begin to write at</source>
        <translation>Schreiben beginnt bei</translation>
    </message>
    <message>
        <source>Begins at</source>
        <translation>Beginnt bei</translation>
    </message>
    <message>
        <source>Bitmap</source>
        <translation>Bitmap</translation>
    </message>
    <message>
        <source>Budget of a turn</source>
        <translation>Budget einer Reihe</translation>
    </message>
    <message>
        <source>The author says that NCQ is worth about 9 %; his own table gives 11 to 13.5 % with it (10 to 11.9 % lost without).</source>
        <translation>Der Autor sagt, NCQ sei etwa 9 % wert; seine eigene Tabelle ergibt 11 bis 13,5 % mit NCQ (10 bis 11,9 % Verlust ohne).</translation>
    </message>
    <message>
        <source>The clean-up {clean_up} goes on in the background, and is ended after {timeout_s:g} s.</source>
        <translation>Das Aufräumen {clean_up} läuft im Hintergrund weiter und wird nach {timeout_s:g} s beendet.</translation>
    </message>
    <message>
        <source>The command ran as root, as Storage Tuner itself did.</source>
        <translation>Der Befehl lief als root, wie Storage Tuner selbst.</translation>
    </message>
    <message>
        <source>The computer runs on battery: it saves power, and may do so more and more.</source>
        <translation>Der Rechner läuft auf Batterie: Er spart Energie, womöglich immer mehr.</translation>
    </message>
    <message>
        <source>The controller of {name} began to work by itself ({status}) between {since} and {seen} UTC; what was measured in between doesn&apos;t count.</source>
        <translation>Der Controller von {name} begann zwischen {since} und {seen} UTC von selbst zu arbeiten ({status}); was dazwischen gemessen wurde, zählt nicht.</translation>
    </message>
    <message>
        <source>The controller of {name} didn&apos;t answer at {when} UTC: whether it worked by itself after {since} isn&apos;t known.</source>
        <translation>Der Controller von {name} antwortete um {when} UTC nicht: Ob er nach {since} von selbst gearbeitet hat, ist nicht bekannt.</translation>
    </message>
    <message>
        <source>The controller sorted behind that depth; on a plain disk it switches NCQ off.</source>
        <translation>Der Controller sortierte hinter dieser Tiefe; auf einer einfachen Platte schaltet sie NCQ ab.</translation>
    </message>
    <message>
        <source>The default is still 256.</source>
        <translation>Der Standard ist noch immer 256.</translation>
    </message>
    <message>
        <source>The device had too little to do: in no slice there were enough requests to tell how long they take. Watch it again while it is used.</source>
        <translation>Das Gerät hatte zu wenig zu tun: In keinem Abschnitt gab es genug Anfragen, um zu sagen, wie lange sie dauern. Beobachten Sie es noch einmal, während es benutzt wird.</translation>
    </message>
    <message>
        <source>The disk beneath the command isn&apos;t known: only its time was measured.</source>
        <translation>Der Datenträger unter dem Befehl ist nicht bekannt: Nur seine Zeit wurde gemessen.</translation>
    </message>
    <message>
        <source>The documentation says that bfq knows weights and priorities, and mq-deadline the three classes; this table shows neither.</source>
        <translation>Die Dokumentation sagt, dass bfq Gewichte und Prioritäten kennt und mq-deadline die drei Klassen; diese Tabelle zeigt keines von beiden.</translation>
    </message>
    <message>
        <source>The drive holds at most {most} commands; what is more waits in the kernel. One thread that waits for each request never fills more than one of them.</source>
        <translation>Das Laufwerk hält höchstens {most} Befehle; was darüber ist, wartet im Kernel. Ein Thread, der auf jede Anfrage wartet, füllt nie mehr als einen davon.</translation>
    </message>
    <message>
        <source>The drive says that it is failing. Save what is on it now.</source>
        <translation>Das Laufwerk sagt, dass es ausfällt. Sichern Sie jetzt, was darauf ist.</translation>
    </message>
    <message numerus="yes">
        <source>The drive&apos;s log tells of {count} errors.</source>
        <translation>
            <numerusform>Das Protokoll des Laufwerks nennt {count} Fehler.</numerusform>
            <numerusform>Das Protokoll des Laufwerks nennt {count} Fehler.</numerusform>
        </translation>
    </message>
    <message>
        <source>The far layout reads sequentially about as fast as RAID 0 over all disks; its writes are slower.</source>
        <translation>Die Anordnung „far“ liest sequenziell etwa so schnell wie RAID 0 über alle Platten; ihr Schreiben ist langsamer.</translation>
    </message>
    <message>
        <source>The file lies in {pieces} pieces: reading it in order makes the disk jump.</source>
        <translation>Die Datei liegt in {pieces} Stücken: Sie der Reihe nach zu lesen lässt die Festplatte springen.</translation>
    </message>
    <message>
        <source>The folder {folder} isn&apos;t on {disk}. {where}</source>
        <translation>Der Ordner {folder} liegt nicht auf {disk}. {where}</translation>
    </message>
    <message>
        <source>The fwrite difference at 1 MB is called outside the standard deviation; it is 155 against 180 KB/s (p = 0.039).</source>
        <translation>Der Unterschied bei fwrite mit 1 MB soll außerhalb der Standardabweichung liegen; es sind 155 gegen 180 KB/s (p = 0,039).</translation>
    </message>
    <message>
        <source>The gain was seen below four threads only, and shrank with less memory.</source>
        <translation>Der Gewinn zeigte sich nur unter vier Threads und schrumpfte mit weniger Speicher.</translation>
    </message>
    <message>
        <source>The helper met an error of its own; its log tells more</source>
        <translation>Im Helfer selbst trat ein Fehler auf; sein Protokoll sagt mehr</translation>
    </message>
    <message>
        <source>The helper refused: {message}.</source>
        <translation>Der Helfer lehnte ab: {message}.</translation>
    </message>
    <message>
        <source>The helper&apos;s state folder can&apos;t be written: {reason}</source>
        <translation>Der Zustandsordner des Helfers kann nicht geschrieben werden: {reason}</translation>
    </message>
    <message>
        <source>The helper&apos;s state folder has no free space to note this</source>
        <translation>Im Zustandsordner des Helfers ist kein Platz, um das zu vermerken</translation>
    </message>
    <message>
        <source>The helper&apos;s state folder is in memory, where a practice disk can&apos;t tell anything</source>
        <translation>Der Zustandsordner des Helfers liegt im Speicher, wo ein Übungs-Datenträger nichts aussagt</translation>
    </message>
    <message>
        <source>The idle class is called real with cfq. In the same table it has the same share without cfq (31.7 of 287.9 against 35.1 of 314.8 IOPS), so the table doesn&apos;t show it.</source>
        <translation>Die Klasse „idle“ wird mit cfq echt genannt. In derselben Tabelle hat sie ohne cfq denselben Anteil (31,7 von 287,9 gegen 35,1 von 314,8 IOPS); die Tabelle zeigt es also nicht.</translation>
    </message>
    <message>
        <source>The inner tracks of a hard disk are about half as fast as the outer ones.</source>
        <translation>Die inneren Spuren einer Festplatte sind etwa halb so schnell wie die äußeren.</translation>
    </message>
    <message>
        <source>The kept results are as they were. The log has the details.</source>
        <translation>Die aufgehobenen Ergebnisse sind wie zuvor. Das Protokoll hat die Einzelheiten.</translation>
    </message>
    <message>
        <source>The kernel refused the loop device: {reason}</source>
        <translation>Der Kernel lehnte das Loop-Gerät ab: {reason}</translation>
    </message>
    <message>
        <source>The kernel refused to open {name}: {reason}</source>
        <translation>Der Kernel lehnte ab, {name} zu öffnen: {reason}</translation>
    </message>
    <message>
        <source>The kernel took another value: {message}.</source>
        <translation>Der Kernel nahm einen anderen Wert: {message}.</translation>
    </message>
    <message>
        <source>The kernel&apos;s own default too.</source>
        <translation>Auch der Standard des Kernels selbst.</translation>
    </message>
    <message>
        <source>The largest single request sent to the device.</source>
        <translation>Die größte einzelne Anfrage, die an das Gerät gesendet wird.</translation>
    </message>
    <message>
        <source>The latency of reads that kyber aims at.</source>
        <translation>Die Latenz beim Lesen, auf die kyber zielt.</translation>
    </message>
    <message>
        <source>The latency of synchronous writes that kyber aims at.</source>
        <translation>Die Latenz bei synchronem Schreiben, auf die kyber zielt.</translation>
    </message>
    <message>
        <source>The load that is there</source>
        <translation>Die Last, die da ist</translation>
    </message>
    <message>
        <source>The load that was there was too little to compare anything by it.</source>
        <translation>Die Last, die da war, reichte nicht aus, um daran etwas zu vergleichen.</translation>
    </message>
    <message>
        <source>The log has the details. It can be measured nevertheless.</source>
        <translation>Das Protokoll hat die Einzelheiten. Gemessen werden kann trotzdem.</translation>
    </message>
    <message>
        <source>The log has the details. The result is kept; you can save it again.</source>
        <translation>Das Protokoll hat die Einzelheiten. Das Ergebnis ist aufgehoben; Sie können es noch einmal speichern.</translation>
    </message>
    <message>
        <source>The log has the details. What is measured doesn&apos;t need the advice.</source>
        <translation>Das Protokoll hat die Einzelheiten. Was gemessen wird, braucht den Rat nicht.</translation>
    </message>
    <message>
        <source>The mean gain of rewrite (4 to 6 %) isn&apos;t significant (p 0.07 to 0.15); only the spread changed, which is 79 to 127 times smaller with quantum 32.</source>
        <translation>Der mittlere Gewinn beim Überschreiben (4 bis 6 %) ist nicht signifikant (p 0,07 bis 0,15); nur die Streuung änderte sich, die mit quantum 32 79- bis 127-mal kleiner ist.</translation>
    </message>
    <message>
        <source>The measurement</source>
        <translation>Die Messung</translation>
    </message>
    <message>
        <source>The measurement was stopped after {count} of {planned} runs.</source>
        <translation>Die Messung wurde nach {count} von {planned} Läufen angehalten.</translation>
    </message>
    <message>
        <source>The measuring program</source>
        <translation>Das Messprogramm</translation>
    </message>
    <message>
        <source>The names live on in mq-deadline; the author measured no gain of each.</source>
        <translation>Die Namen leben in mq-deadline weiter; einen Gewinn der einzelnen maß der Autor nicht.</translation>
    </message>
    <message>
        <source>The new settings were kept.</source>
        <translation>Die neuen Einstellungen wurden behalten.</translation>
    </message>
    <message>
        <source>The note also sets schedulers of md devices, which have none.</source>
        <translation>Der Hinweis setzt auch Scheduler von md-Geräten, die keine haben.</translation>
    </message>
    <message>
        <source>The number that is printed on boxes of SSDs.</source>
        <translation>Die Zahl, die auf Schachteln von SSDs gedruckt ist.</translation>
    </message>
    <message>
        <source>The old settings are back. The log has the details.</source>
        <translation>Die alten Einstellungen sind zurück. Das Protokoll hat die Einzelheiten.</translation>
    </message>
    <message>
        <source>The old settings come back by themselves when it starts again.</source>
        <translation>Die alten Einstellungen kommen von selbst zurück, wenn er wieder startet.</translation>
    </message>
    <message>
        <source>The other number that is printed on boxes of SSDs.</source>
        <translation>Die andere Zahl, die auf Schachteln von SSDs gedruckt ist.</translation>
    </message>
    <message>
        <source>The outer tracks of a hard disk pass more data under the head in each turn.</source>
        <translation>Auf den äußeren Spuren einer Festplatte laufen je Umdrehung mehr Daten unter dem Kopf durch.</translation>
    </message>
    <message>
        <source>The password dialog was closed.</source>
        <translation>Der Passwort-Dialog wurde geschlossen.</translation>
    </message>
    <message>
        <source>The power profile is &apos;{profile}&apos;, which keeps the computer slow.</source>
        <translation>Das Energieprofil ist „{profile}“, das den Rechner langsam hält.</translation>
    </message>
    <message>
        <source>The practice disk&apos;s file can&apos;t be written: {reason}</source>
        <translation>Die Datei des Übungs-Datenträgers kann nicht geschrieben werden: {reason}</translation>
    </message>
    <message>
        <source>The privileged helper can&apos;t be started: {reason}.</source>
        <translation>Der privilegierte Helfer kann nicht gestartet werden: {reason}.</translation>
    </message>
    <message>
        <source>The privileged helper ended in the middle of the work.</source>
        <translation>Der privilegierte Helfer endete mitten in der Arbeit.</translation>
    </message>
    <message>
        <source>The processors are too hot: they are being slowed down right now.</source>
        <translation>Die Prozessoren sind zu heiß: Sie werden gerade gebremst.</translation>
    </message>
    <message>
        <source>The processors were slowed down for their heat {after} times since the computer started.</source>
        <translation>Die Prozessoren wurden seit dem Start des Rechners {after} Mal wegen Hitze gebremst.</translation>
    </message>
    <message>
        <source>The profile of today.</source>
        <translation>Das heutige Profil.</translation>
    </message>
    <message>
        <source>The published rules that come with Storage Tuner can&apos;t be read: {reason}.</source>
        <translation>Die veröffentlichten Regeln, die mit Storage Tuner kommen, sind nicht lesbar: {reason}.</translation>
    </message>
    <message>
        <source>The random write at 4 MB with quantum 32 (86,134.50 ± 123.38 KB/s) is the same cell as the random read beside it. The headline of +12 % rests on it and is probably a copying error; the other record sizes give +2.8, +2.8 and +3.5 %.</source>
        <translation>Das wahlfreie Schreiben bei 4 MB mit quantum 32 (86.134,50 ± 123,38 KB/s) ist dieselbe Zelle wie das wahlfreie Lesen daneben. Die Schlagzeile von +12 % beruht darauf und ist wohl ein Abschreibfehler; die anderen Satzgrößen ergeben +2,8, +2,8 und +3,5 %.</translation>
    </message>
    <message>
        <source>The read latency that background writing is throttled to keep; 0 switches it off.</source>
        <translation>Die Lese-Latenz, zu deren Einhaltung Schreiben im Hintergrund gedrosselt wird; 0 schaltet es ab.</translation>
    </message>
    <message>
        <source>The report could not be written: {error}.</source>
        <translation>Der Bericht konnte nicht geschrieben werden: {error}.</translation>
    </message>
    <message>
        <source>The requests of {name} aren&apos;t counted: its {statistics} is 0.</source>
        <translation>Die Anfragen von {name} werden nicht gezählt: {statistics} ist dort 0.</translation>
    </message>
    <message>
        <source>The settings of {device} from before are not all back: {reason}.</source>
        <translation>Die Einstellungen von {device} sind nicht alle wieder wie vorher: {reason}.</translation>
    </message>
    <message>
        <source>Whole files read and written.</source>
        <translation>Ganze Dateien, gelesen und geschrieben.</translation>
    </message>
    <message>
        <source>To exclude drift, measure the variants in turns and record the order in a column &apos;index&apos; or &apos;started_at&apos;.</source>
        <translation>Um eine Drift auszuschließen: die Varianten abwechselnd messen und die Reihenfolge in einer Spalte „index“ oder „started_at“ festhalten.</translation>
    </message>
    <message>
        <source>With {variant} not one request was completed in {count} slices; each counts as if one had been.</source>
        <translation>Mit {variant} wurde in {count} Abschnitten keine einzige Anfrage fertig; jeder zählt, als wäre es eine gewesen.</translation>
    </message>
    <message>
        <source>it is damaged</source>
        <translation>es ist beschädigt</translation>
    </message>
    <message>
        <source>it isn&apos;t as it was written</source>
        <translation>sie ist nicht so, wie sie geschrieben wurde</translation>
    </message>
    <message>
        <source>it ended without a result</source>
        <translation>es endete ohne Ergebnis</translation>
    </message>
    <message>
        <source>it ended without a result: {said}</source>
        <translation>es endete ohne Ergebnis: {said}</translation>
    </message>
    <message>
        <source>a mix of reads and writes is one stream with write_percent</source>
        <translation>eine Mischung aus Lesen und Schreiben ist ein Strom mit write_percent</translation>
    </message>
    <message>
        <source>fsync_every is so small that fio before 3.38 can&apos;t keep to it in this mix; give a larger one, or synchronous for all writes</source>
        <translation>fsync_every ist so klein, dass fio vor 3.38 es in dieser Mischung nicht einhalten kann; geben Sie ein größeres an, oder synchronous für alle Schreibanfragen</translation>
    </message>
    <message>
        <source>measured one after the other: drift can&apos;t be distinguished from a difference</source>
        <translation>nacheinander gemessen: Drift ist von einem Unterschied nicht zu unterscheiden</translation>
    </message>
    <message>
        <source>no battery known of</source>
        <translation>keine Batterie bekannt</translation>
    </message>
    <message>
        <source>share isn&apos;t known any more, since streams that are kept in proportion stall each other: write one stream with the mode randrw (or rw) and write_percent</source>
        <translation>share ist nicht mehr bekannt, weil Ströme, die im Verhältnis gehalten werden, einander aufhalten: Schreiben Sie einen Strom mit der Art randrw (oder rw) und write_percent</translation>
    </message>
    <message>
        <source>{value} of {maximum}</source>
        <translation>{value} von {maximum}</translation>
    </message>
    <message>
        <source>{variant} ({note})</source>
        <translation>{variant} ({note})</translation>
    </message>
    <message>
        <source>{variant} against {reference}: faster in {faster} of {compared} comparisons, slower in {slower}.</source>
        <translation>{variant} gegen {reference}: schneller in {faster} von {compared} Vergleichen, langsamer in {slower}.</translation>
    </message>
    <message>
        <source>{variant} is faster, but not advised: {reason}.</source>
        <translation>{variant} ist schneller, wird aber nicht empfohlen: {reason}.</translation>
    </message>
    <message>
        <source>{variant} is faster, but {refusal}.</source>
        <translation>{variant} ist schneller, aber {refusal}.</translation>
    </message>
    <message>
        <source>{variant} is {faster} than {reference} for {use}.</source>
        <translation>{variant} ist {faster} als {reference} für {use}.</translation>
    </message>
    <message>
        <source>{variant} is {faster}, too.</source>
        <translation>{variant} ist auch {faster}.</translation>
    </message>
    <message>
        <source>{variant} moved {moved:+.1f} % ({least:+.1f} … {most:+.1f} %) of data compared with {reference}.</source>
        <translation>{variant} bewegte {moved:+.1f} % ({least:+.1f} … {most:+.1f} %) an Daten im Vergleich zu {reference}.</translation>
    </message>
    <message>
        <source>{what} needs {needed} MiB of memory for its requests, more than half of the {memory} MiB that this computer has.</source>
        <translation>{what} braucht {needed} MiB Speicher für seine Anfragen, mehr als die Hälfte der {memory} MiB dieses Computers.</translation>
    </message>
    <message>
        <source>December</source>
        <translation>Dezember</translation>
    </message>
    <message>
        <source>Choose a disk.</source>
        <translation>Wählen Sie einen Datenträger.</translation>
    </message>
    <message>
        <source>Choose a more thorough measurement, or fewer workloads.</source>
        <translation>Wählen Sie eine gründlichere Messung oder weniger Lasten.</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Distribution</source>
        <translation>Distribution</translation>
    </message>
    <message>
        <source>Each run was one of these; set the variant’s settings before it.</source>
        <translation>Jeder Lauf war einer davon; stellen Sie vorher die Einstellungen der Variante ein.</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>Belege</translation>
    </message>
    <message>
        <source>February</source>
        <translation>Februar</translation>
    </message>
    <message>
        <source>File system</source>
        <translation>Dateisystem</translation>
    </message>
    <message>
        <source>Firmware</source>
        <translation>Firmware</translation>
    </message>
    <message>
        <source>Frequency governor</source>
        <translation>Governor der Taktfrequenz</translation>
    </message>
    <message>
        <source>From 2 to {most} results can be compared.</source>
        <translation>Vergleichen lassen sich 2 bis {most} Ergebnisse.</translation>
    </message>
    <message>
        <source>Give more of its letters.</source>
        <translation>Geben Sie mehr Zeichen davon an.</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>Rechnername</translation>
    </message>
    <message>
        <source>In the terminal --allow-risk is for that.</source>
        <translation>Im Terminal ist --allow-risk dafür da.</translation>
    </message>
    <message>
        <source>It isn&apos;t certain which unit of a 3ware controller {device} is</source>
        <translation>Es ist nicht sicher, welche Einheit eines 3ware-Controllers {device} ist</translation>
    </message>
    <message>
        <source>It isn&apos;t known whether the controller of {device} has {name}</source>
        <translation>Es ist nicht bekannt, ob der Controller von {device} {name} hat</translation>
    </message>
    <message>
        <source>Its controller says that it is {status}</source>
        <translation>Sein Controller nennt es {status}</translation>
    </message>
    <message>
        <source>January</source>
        <translation>Januar</translation>
    </message>
    <message>
        <source>July</source>
        <translation>Juli</translation>
    </message>
    <message>
        <source>June</source>
        <translation>Juni</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>Kernel’s command line</source>
        <translation>Kommandozeile des Kernels</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Load of the computer</source>
        <translation>Last des Rechners</translation>
    </message>
    <message>
        <source>Look into the controller&apos;s own tools before you believe the result.</source>
        <translation>Sehen Sie in den eigenen Werkzeugen des Controllers nach, bevor Sie dem Ergebnis glauben.</translation>
    </message>
    <message>
        <source>March</source>
        <translation>März</translation>
    </message>
    <message>
        <source>May</source>
        <translation>Mai</translation>
    </message>
    <message>
        <source>Measured was a file on a file system; what else is on it was not touched.</source>
        <translation>Gemessen wurde eine Datei auf einem Dateisystem; was sonst darauf ist, wurde nicht angerührt.</translation>
    </message>
    <message>
        <source>Measured was a practice disk: a file behind a loop device, made for this and removed.</source>
        <translation>Gemessen wurde ein Übungs-Datenträger: eine Datei hinter einem Loop-Gerät, dafür angelegt und wieder entfernt.</translation>
    </message>
    <message>
        <source>Members</source>
        <translation>Mitglieder</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Arbeitsspeicher</translation>
    </message>
    <message>
        <source>Minutes since its beginning</source>
        <translation>Minuten seit dem Beginn</translation>
    </message>
    <message>
        <source>Mitigations</source>
        <translation>Schutzmaßnahmen (mitigations)</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Move it away; then runs are kept there again.</source>
        <translation>Verschieben Sie sie; dann werden dort wieder Läufe aufgehoben.</translation>
    </message>
    <message>
        <source>NCQ is switched in different ways on {names}.</source>
        <translation>NCQ wird bei {names} auf verschiedene Weise geschaltet.</translation>
    </message>
    <message>
        <source>NCQ of {name} can&apos;t be switched</source>
        <translation>NCQ von {name} lässt sich nicht schalten</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>No load was made, and nothing was read or written: {variants} took turns under what other programs did (the protocol “live”){limit}. Every block has each variant that is still in the race once, for {slices} on average. Orders and lengths were drawn anew for each block (seed {seed} gives the same again), so that neither drift nor a rhythm of the load can take a side. What was in the {settling} after a switch doesn’t count. The kernel’s counters were read each second.</source>
        <translation>Es wurde keine Last erzeugt und nichts gelesen oder geschrieben: {variants} wechselten sich unter dem ab, was andere Programme taten (das Verfahren „live“){limit}. In jedem Block kommt jede Variante, die noch im Rennen ist, einmal vor, im Mittel {slices} lang. Reihenfolgen und Längen wurden für jeden Block neu ausgelost (der Startwert {seed} ergibt dieselben noch einmal), sodass weder eine Drift noch ein Rhythmus der Last Partei ergreifen kann. Was in den ersten {settling} nach einem Wechsel geschah, zählt nicht. Die Zähler des Kernels wurden jede Sekunde gelesen.</translation>
    </message>
    <message>
        <source>No rate was measured.</source>
        <translation>Es wurde kein Durchsatz gemessen.</translation>
    </message>
    <message>
        <source>No run is kept as {identifier!r}.</source>
        <translation>Als {identifier!r} ist kein Lauf aufgehoben.</translation>
    </message>
    <message>
        <source>Nothing was changed. Agree to that risk if you want it.</source>
        <translation>Nichts wurde geändert. Stimmen Sie diesem Risiko zu, wenn Sie es wollen.</translation>
    </message>
    <message>
        <source>November</source>
        <translation>November</translation>
    </message>
    <message>
        <source>October</source>
        <translation>Oktober</translation>
    </message>
    <message>
        <source>On hardware RAID 5 NCQ acts as on software RAID 1, only weaker: random access costs less time or CPU time with it.</source>
        <translation>Auf Hardware-RAID 5 wirkt NCQ wie auf Software-RAID 1, nur schwächer: Wahlfreier Zugriff kostet damit weniger Zeit oder CPU-Zeit.</translation>
    </message>
    <message>
        <source>On hardware RAID 5 NCQ acts as on software RAID 1, only weaker: sequential reading is better without it.</source>
        <translation>Auf Hardware-RAID 5 wirkt NCQ wie auf Software-RAID 1, nur schwächer: Sequenzielles Lesen ist ohne NCQ besser.</translation>
    </message>
    <message>
        <source>On software RAID 5 NCQ acts as on software RAID 1, only weaker: random access costs less time or CPU time with it.</source>
        <translation>Auf Software-RAID 5 wirkt NCQ wie auf Software-RAID 1, nur schwächer: Wahlfreier Zugriff kostet damit weniger Zeit oder CPU-Zeit.</translation>
    </message>
    <message>
        <source>On software RAID 5 NCQ acts as on software RAID 1, only weaker: sequential reading is better without it.</source>
        <translation>Auf Software-RAID 5 wirkt NCQ wie auf Software-RAID 1, nur schwächer: Sequenzielles Lesen ist ohne NCQ besser.</translation>
    </message>
    <message>
        <source>Operation</source>
        <translation>Operation</translation>
    </message>
    <message>
        <source>Optical drive {name}</source>
        <translation>Optisches Laufwerk {name}</translation>
    </message>
    <message>
        <source>Page {page} of {pages}</source>
        <translation>Seite {page} von {pages}</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>Prozessor</translation>
    </message>
    <message>
        <source>Put a new practice disk in the place of PRACTICE_DISK: writing erases what is on it.</source>
        <translation>Setzen Sie für PRACTICE_DISK einen neuen Übungs-Datenträger ein: Schreiben löscht, was darauf ist.</translation>
    </message>
    <message>
        <source>Put a test file in the place of TEST_FILE: writing overwrites what is in it.</source>
        <translation>Setzen Sie für TEST_FILE eine Testdatei ein: Schreiben überschreibt, was darin ist.</translation>
    </message>
    <message>
        <source>Put an empty disk in the place of EMPTY_DISK: writing erases what is on it.</source>
        <translation>Setzen Sie für EMPTY_DISK einen leeren Datenträger ein: Schreiben löscht, was darauf ist.</translation>
    </message>
    <message>
        <source>Put such names into a script, and give that.</source>
        <translation>Schreiben Sie solche Namen in ein Skript, und geben Sie dieses an.</translation>
    </message>
    <message>
        <source>Random mix with {share} % reads</source>
        <translation>Wahlfreie Mischung mit {share} % Lesen</translation>
    </message>
    <message>
        <source>Rates are in MB/s (1 MB = 1 000 000 bytes) for sequential and in requests per second (IOPS) for random operations. CPU efficiency is MB moved per second of system CPU time that fio spent, not per second of the clock. At a fixed number of threads the throughput and the mean latency are one and the same measurement; the p99 latency (99th percentile of the latencies) tell more.</source>
        <translation>Der Durchsatz ist bei sequenziellen Operationen in MB/s angegeben (1 MB = 1 000 000 Byte), bei wahlfreien in Anfragen pro Sekunde (IOPS). Prozessor-Effizienz ist das, was je Sekunde System-Prozessorzeit, die fio verbrauchte, in MB bewegt wurde, nicht je Sekunde der Uhr. Bei fester Thread-Zahl sind Durchsatz und mittlere Latenz ein und dieselbe Messung; die p99-Latenz (99. Perzentil der Latenzen) sagt mehr.</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>Lesen</translation>
    </message>
    <message>
        <source>Read and written (MB/s)</source>
        <translation>Gelesen und geschrieben (MB/s)</translation>
    </message>
    <message>
        <source>Repair it with the controller&apos;s own tools.</source>
        <translation>Reparieren Sie es mit den eigenen Werkzeugen des Controllers.</translation>
    </message>
    <message>
        <source>Replace the drive, let the unit rebuild, and measure then.</source>
        <translation>Ersetzen Sie das Laufwerk, lassen Sie die Einheit sich erholen, und messen Sie dann.</translation>
    </message>
    <message>
        <source>Seconds since its beginning</source>
        <translation>Sekunden seit dem Beginn</translation>
    </message>
    <message>
        <source>See to whom the file and its folder belong.</source>
        <translation>Sehen Sie nach, wem die Datei und ihr Ordner gehören.</translation>
    </message>
    <message>
        <source>September</source>
        <translation>September</translation>
    </message>
    <message>
        <source>Sequential mix with {share} % reads</source>
        <translation>Sequenzielle Mischung mit {share} % Lesen</translation>
    </message>
    <message>
        <source>Sequential operations use blocks of 1 MiB, random ones of 4 KiB, past the page cache (direct I/O).</source>
        <translation>Sequenzielle Operationen benutzen Blöcke von 1 MiB, wahlfreie von 4 KiB, am Seiten-Cache vorbei (direkte E/A).</translation>
    </message>
    <message>
        <source>Sequential read backwards</source>
        <translation>Sequenzielles Lesen rückwärts</translation>
    </message>
    <message>
        <source>Sequential read once more</source>
        <translation>Sequenzielles Lesen noch einmal</translation>
    </message>
    <message>
        <source>Sequential read through stdio</source>
        <translation>Sequenzielles Lesen durch stdio</translation>
    </message>
    <message>
        <source>Sequential read through stdio once more</source>
        <translation>Sequenzielles Lesen durch stdio noch einmal</translation>
    </message>
    <message>
        <source>Sequential read with pread</source>
        <translation>Sequenzielles Lesen mit pread</translation>
    </message>
    <message>
        <source>Sequential write over an existing file</source>
        <translation>Sequenzielles Schreiben über eine vorhandene Datei</translation>
    </message>
    <message>
        <source>Sequential write through stdio</source>
        <translation>Sequenzielles Schreiben durch stdio</translation>
    </message>
    <message>
        <source>Sequential write through stdio over an existing file</source>
        <translation>Sequenzielles Schreiben durch stdio über eine vorhandene Datei</translation>
    </message>
    <message>
        <source>Sequential write with pwrite</source>
        <translation>Sequenzielles Schreiben mit pwrite</translation>
    </message>
    <message>
        <source>Serial number</source>
        <translation>Seriennummer</translation>
    </message>
    <message>
        <source>Settings before</source>
        <translation>Einstellungen vorher</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>So many of all requests were done within the time</source>
        <translation>So viele aller Anfragen waren innerhalb der Zeit erledigt</translation>
    </message>
    <message>
        <source>Start anew: a damaged file is set aside then.</source>
        <translation>Starten Sie neu: Eine beschädigte Datei wird dann beiseitegelegt.</translation>
    </message>
    <message>
        <source>Storage Tuner</source>
        <translation>Storage Tuner</translation>
    </message>
    <message>
        <source>Strided read</source>
        <translation>Lesen in Sprüngen</translation>
    </message>
    <message>
        <source>Temperature of the drives</source>
        <translation>Temperatur der Laufwerke</translation>
    </message>
    <message>
        <source>The charts show {drawn} of {count} variants; the table has all.</source>
        <translation>Die Diagramme zeigen {drawn} von {count} Varianten; die Tabelle hat alle.</translation>
    </message>
    <message>
        <source>The controller didn&apos;t take {value} for {name} of {device}</source>
        <translation>Der Controller nahm {value} für {name} von {device} nicht an</translation>
    </message>
    <message>
        <source>The controller keeps it by itself</source>
        <translation>Der Controller behält es von selbst</translation>
    </message>
    <message numerus="yes">
        <source>The controller moves {gain:.2f} times as much per second of kernel time as software RAID ({least:.2f} to {most:.2f} times in {count} tests)</source>
        <translation>
            <numerusform>Der Controller bewegt je Sekunde Kernel-Zeit das {gain:.2f}-Fache von Software-RAID (in {count} Test, {least:.2f} bis {most:.2f})</numerusform>
            <numerusform>Der Controller bewegt je Sekunde Kernel-Zeit das {gain:.2f}-Fache von Software-RAID (das {least:.2f}- bis {most:.2f}-Fache in {count} Tests)</numerusform>
        </translation>
    </message>
    <message>
        <source>The controller of {device} ({model}) has no {name}</source>
        <translation>Der Controller von {device} ({model}) hat {name} nicht</translation>
    </message>
    <message>
        <source>The controller of {name} says that it is {status}.</source>
        <translation>Der Controller von {name} nennt es {status}.</translation>
    </message>
    <message>
        <source>The controller of {name} says that it is {status}: a drive is missing, and the numbers are those of the rest.</source>
        <translation>Der Controller von {name} nennt es {status}: Ein Laufwerk fehlt, und die Zahlen sind die der übrigen.</translation>
    </message>
    <message>
        <source>The controller of {name} says that it is {status}: whether it works on it meanwhile isn&apos;t known.</source>
        <translation>Der Controller von {name} nennt es {status}: Ob er inzwischen daran arbeitet, ist nicht bekannt.</translation>
    </message>
    <message>
        <source>The device itself was written to: what was on it is gone.</source>
        <translation>Auf das Gerät selbst wurde geschrieben: Was darauf war, ist weg.</translation>
    </message>
    <message>
        <source>The device was only read; nothing was written to it.</source>
        <translation>Das Gerät wurde nur gelesen; nichts wurde darauf geschrieben.</translation>
    </message>
    <message>
        <source>The figures at the same load are over the blocks that all variants were in. Their 95 % intervals are of what a variant adds to the mean of its block, so the load’s coming and going isn’t in them.</source>
        <translation>Die Zahlen bei gleicher Last sind über die Blöcke, in denen alle Varianten vorkamen. Ihre 95-%-Intervalle sind die dessen, was eine Variante zum Mittel ihres Blocks beiträgt; das Kommen und Gehen der Last steckt also nicht darin.</translation>
    </message>
    <message>
        <source>The helper has no permission to ask 3ware controllers here</source>
        <translation>Der Helfer hat hier nicht die Erlaubnis, 3ware-Controller zu fragen</translation>
    </message>
    <message>
        <source>The load isn’t ours, so how much was read and written is mostly what the programs asked for. The verdict is about the time that requests took at the load that was there, compared within blocks as differences of logarithms; rates stand beside it. The mean time is that of all requests of a slice, and where there were hardly any, there is none. Busy and queue are over the seconds in which there was something to do. The kernel counts a request from its beginning to its end: what a program waits before, for a free request or for throttled writing, is in no counter, so a variant under which surely less was done is never advised. It doesn’t tell percentiles either.</source>
        <translation>Die Last ist nicht unsere; wie viel gelesen und geschrieben wurde, ist also meist, was die Programme verlangten. Das Urteil gilt der Zeit, die Anfragen bei der vorhandenen Last brauchten, innerhalb von Blöcken als Differenzen von Logarithmen verglichen; der Durchsatz steht daneben. Die mittlere Zeit ist die aller Anfragen eines Abschnitts, und wo es kaum welche gab, gibt es keine. Auslastung und Warteschlange sind über die Sekunden, in denen etwas zu tun war. Der Kernel zählt eine Anfrage von ihrem Anfang bis zu ihrem Ende: Worauf ein Programm vorher wartet, auf eine freie Anfrage oder auf gebremstes Schreiben, steht in keinem Zähler; zu einer Variante, unter der sicher weniger getan wurde, wird darum nie geraten. Perzentile nennt er auch nicht.</translation>
    </message>
    <message numerus="yes">
        <source>The measurement was stopped before its end, after {count:,} runs.</source>
        <translation>
            <numerusform>Die Messung wurde vor ihrem Ende angehalten, nach {count:,} Lauf.</numerusform>
            <numerusform>Die Messung wurde vor ihrem Ende angehalten, nach {count:,} Läufen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The measurement was stopped before its end, after {count:,} slices.</source>
        <translation>
            <numerusform>Die Messung wurde vor ihrem Ende angehalten, nach {count:,} Abschnitt.</numerusform>
            <numerusform>Die Messung wurde vor ihrem Ende angehalten, nach {count:,} Abschnitten.</numerusform>
        </translation>
    </message>
    <message>
        <source>The note has {length:,} characters; at most {most:,} are kept.</source>
        <translation>Die Notiz hat {length:,} Zeichen; aufgehoben werden höchstens {most:,}.</translation>
    </message>
    <message>
        <source>The page cache was not bypassed (fio&apos;s direct=1), so memory may have been measured instead of the disk.</source>
        <translation>Der Seiten-Cache wurde nicht umgangen (direct=1 von fio); womöglich wurde also der Arbeitsspeicher gemessen statt des Datenträgers.</translation>
    </message>
    <message>
        <source>The plan was {effort}: {variants} in {operations} with {threads}, {amount}.</source>
        <translation>Geplant war {effort}: {variants} in {operations} mit {threads}, {amount}.</translation>
    </message>
    <message>
        <source>The program&apos;s MB/s were 1 024 000 bytes, whatever it says: its IOPS show that. The rates were put right.</source>
        <translation>Die MB/s des Programms waren 1 024 000 Byte, was immer es sagt: Seine IOPS zeigen das. Der Durchsatz wurde berichtigt.</translation>
    </message>
    <message>
        <source>The protocol was that of published comparisons (“article”): one variant after the other. Slow drift of the disk can look like a difference between them.</source>
        <translation>Das Verfahren war das veröffentlichter Vergleiche („article“): eine Variante nach der anderen. Eine langsame Drift des Datenträgers kann wie ein Unterschied zwischen ihnen aussehen.</translation>
    </message>
    <message>
        <source>The protocol was “adaptive”: one long load for each operation and number of threads, under which the variants were switched. Every block has a slice of {slices} of each variant that is still in the race, {settling} after its switch, in random order (seed {seed} gives the same order again), so that slow drift meets all alike. A slice that other work disturbed is marked, measured again, and not judged.</source>
        <translation>Das Verfahren war „adaptive“: eine lange Last für jede Operation und Thread-Zahl, unter der die Varianten gewechselt wurden. Jeder Block hat einen Abschnitt von {slices} für jede Variante, die noch im Rennen ist, {settling} nach ihrem Wechsel, in zufälliger Reihenfolge (der Startwert {seed} ergibt dieselbe Reihenfolge), sodass eine langsame Drift alle gleich trifft. Ein Abschnitt, den andere Arbeit gestört hat, wird gekennzeichnet, noch einmal gemessen und nicht beurteilt.</translation>
    </message>
    <message>
        <source>The protocol was “{name}”: fio was started anew for every run. The runs were interleaved: every block has each variant once, in random order (seed {seed} gives the same order again), so that slow drift meets all alike.</source>
        <translation>Das Verfahren war „{name}“: fio wurde für jeden Lauf neu gestartet. Die Läufe waren verschränkt: Jeder Block hat jede Variante einmal, in zufälliger Reihenfolge (der Startwert {seed} ergibt dieselbe Reihenfolge), sodass eine langsame Drift alle gleich trifft.</translation>
    </message>
    <message>
        <source>The result tells whether a steady state was reached; --thorough writes longer.</source>
        <translation>Das Ergebnis sagt, ob ein Beharrungszustand erreicht wurde; --thorough schreibt länger.</translation>
    </message>
    <message>
        <source>The reverse of the 9550 in the same article: what a controller likes can only be measured.</source>
        <translation>Das Gegenteil des 9550 im selben Artikel: Was ein Controller mag, lässt sich nur messen.</translation>
    </message>
    <message>
        <source>The row 3w5fs at 512 threads and 128K repeats the row at 256 threads, so one of them is a copy.</source>
        <translation>Die Zeile 3w5fs bei 512 Threads und 128K wiederholt die Zeile bei 256 Threads; eine davon ist also eine Kopie.</translation>
    </message>
    <message>
        <source>The row of class 1 beside class 3 repeats the row of class 2 beside class 1 word for word, so one of them is a copy.</source>
        <translation>Die Zeile von Klasse 1 neben Klasse 3 wiederholt die von Klasse 2 neben Klasse 1 Wort für Wort; eine davon ist also eine Kopie.</translation>
    </message>
    <message>
        <source>The runs were made by another program and taken over from it: in which order, and what else went on, isn’t known.</source>
        <translation>Die Läufe machte ein anderes Programm, von dem sie übernommen wurden: In welcher Reihenfolge, und was sonst vor sich ging, ist nicht bekannt.</translation>
    </message>
    <message>
        <source>The same as dirty_background_ratio, as a size; 0 when the ratio counts.</source>
        <translation>Dasselbe wie dirty_background_ratio, als Größe; 0, wenn der Anteil gilt.</translation>
    </message>
    <message>
        <source>The same as dirty_ratio, as a size; 0 when the ratio counts.</source>
        <translation>Dasselbe wie dirty_ratio, als Größe; 0, wenn der Anteil gilt.</translation>
    </message>
    <message>
        <source>The same as slice_idle, in microseconds.</source>
        <translation>Dasselbe wie slice_idle, in Mikrosekunden.</translation>
    </message>
    <message>
        <source>The same holds for any storage with several spindles, or none: slice_idle 0 raises throughput and weakens the guarantees.</source>
        <translation>Dasselbe gilt für jeden Speicher mit mehreren Spindeln oder gar keiner: slice_idle 0 erhöht den Durchsatz und schwächt die Zusagen.</translation>
    </message>
    <message>
        <source>The scheduler {unknown} is not available for this target.</source>
        <translation>Der Scheduler {unknown} ist für dieses Ziel nicht verfügbar.</translation>
    </message>
    <message>
        <source>The scheduler {unknown} is not available for {device}.</source>
        <translation>Der Scheduler {unknown} ist für {device} nicht verfügbar.</translation>
    </message>
    <message numerus="yes">
        <source>The session was stopped before its end, after {count:,} slices.</source>
        <translation>
            <numerusform>Die Sitzung wurde vor ihrem Ende angehalten, nach {count:,} Abschnitt.</numerusform>
            <numerusform>Die Sitzung wurde vor ihrem Ende angehalten, nach {count:,} Abschnitten.</numerusform>
        </translation>
    </message>
    <message>
        <source>The settings are kept, so that nothing can be compared any more.</source>
        <translation>Die Einstellungen sind behalten; zu vergleichen ist damit nichts mehr.</translation>
    </message>
    <message>
        <source>The settings from before are back.</source>
        <translation>Die Einstellungen von vorher sind zurück.</translation>
    </message>
    <message>
        <source>The settings from before are put back. The log has the details.</source>
        <translation>Die Einstellungen von vorher werden zurückgesetzt. Das Protokoll hat die Einzelheiten.</translation>
    </message>
    <message>
        <source>The size of what was measured is not recorded, so the commands can’t be given.</source>
        <translation>Die Größe dessen, was gemessen wurde, ist nicht festgehalten; die Befehle lassen sich also nicht angeben.</translation>
    </message>
    <message>
        <source>The summary calls NCQ effective for software RAID too; in Table 8 sequential reading is better without it.</source>
        <translation>Die Zusammenfassung nennt NCQ auch für Software-RAID wirksam; in Tabelle 8 ist sequenzielles Lesen ohne NCQ besser.</translation>
    </message>
    <message>
        <source>The tests wrote on {device} itself, which had been found empty and was named for it: what was on it is gone.</source>
        <translation>Die Tests schrieben auf {device} selbst, das leer vorgefunden und dafür benannt worden war: Was darauf war, ist fort.</translation>
    </message>
    <message>
        <source>The text finds no significant differences between the schedulers in sequential writing on hardware RAID 1; Table 1 names deadline the winner.</source>
        <translation>Der Text findet beim sequenziellen Schreiben auf Hardware-RAID 1 keine signifikanten Unterschiede zwischen den Schedulern; Tabelle 1 nennt deadline den Sieger.</translation>
    </message>
    <message>
        <source>The text gives no figures, and drives order better by now; compare queue_depth 1 with the highest.</source>
        <translation>Der Text nennt keine Zahlen, und Laufwerke ordnen inzwischen besser; queue_depth 1 mit der höchsten vergleichen.</translation>
    </message>
    <message>
        <source>The text gives no figures; measure both.</source>
        <translation>Der Text nennt keine Zahlen; beides messen.</translation>
    </message>
    <message>
        <source>The text gives no figures; the same controllers read faster with NCQ as RAID 1 (Table 7): measure both.</source>
        <translation>Der Text nennt keine Zahlen; als RAID 1 lasen dieselben Controller mit NCQ schneller (Tabelle 7): beides messen.</translation>
    </message>
    <message>
        <source>The time was over before a whole block was measured of {names}.</source>
        <translation>Die Zeit war um, bevor ein ganzer Block gemessen war von: {names}.</translation>
    </message>
    <message>
        <source>The time wasn&apos;t enough for a single round.</source>
        <translation>Die Zeit reichte nicht für eine einzige Runde.</translation>
    </message>
    <message>
        <source>The times of {names} were still undecided when the time was over</source>
        <translation>Die Zeiten von {names} waren noch nicht entschieden, als die Zeit um war</translation>
    </message>
    <message>
        <source>The tree test in {folder}</source>
        <translation>Der Verzeichnisbaum-Test in {folder}</translation>
    </message>
    <message>
        <source>The unit of {device} doesn&apos;t tell any more what it told before</source>
        <translation>Die Einheit von {device} sagt nicht mehr, was sie zuvor sagte</translation>
    </message>
    <message>
        <source>The unit of {device} doesn&apos;t tell its status; only one that is OK is changed</source>
        <translation>Die Einheit von {device} sagt ihren Zustand nicht; geändert wird nur eine, die OK ist</translation>
    </message>
    <message>
        <source>The unit of {device} doesn&apos;t tell its {name}, so it isn&apos;t set</source>
        <translation>Die Einheit von {device} sagt ihr {name} nicht; es wird also nicht gesetzt</translation>
    </message>
    <message>
        <source>The unit of {device} is being changed through another one of its disks</source>
        <translation>Die Einheit von {device} wird gerade durch einen anderen ihrer Datenträger geändert</translation>
    </message>
    <message>
        <source>The unit of {device} is {status}; only one that is OK is changed</source>
        <translation>Die Einheit von {device} ist {status}; geändert wird nur eine, die OK ist</translation>
    </message>
    <message>
        <source>The unit of {device} still has to be brought back to what it was before</source>
        <translation>Die Einheit von {device} muss noch auf das zurückgesetzt werden, was sie zuvor war</translation>
    </message>
    <message>
        <source>The variants were measured one after the other, so a drift of the disk can&apos;t be told from a difference between them: the intervals allow for it and are wide, and nothing is recommended on such numbers. The adaptive protocol measures them in turns.</source>
        <translation>Die Varianten wurden eine nach der anderen gemessen; eine Drift des Datenträgers lässt sich also nicht von einem Unterschied zwischen ihnen trennen: Die Intervalle berücksichtigen das und sind weit, und aus solchen Zahlen wird nichts empfohlen. Das adaptive Verfahren misst sie abwechselnd.</translation>
    </message>
    <message>
        <source>The virtual memory</source>
        <translation>Der virtuelle Speicher</translation>
    </message>
    <message>
        <source>The work of the controller of {name} ({status}) was waited for until {seen} UTC.</source>
        <translation>Auf die Arbeit des Controllers von {name} ({status}) wurde bis {seen} UTC gewartet.</translation>
    </message>
    <message>
        <source>The zones of {device} must be written in order, for which Linux before 6.10 needs mq-deadline</source>
        <translation>Die Zonen von {device} müssen der Reihe nach beschrieben werden; dafür braucht Linux vor 6.10 mq-deadline</translation>
    </message>
    <message numerus="yes">
        <source>The {tunable} of {device} is that of its members {members}</source>
        <translation>
            <numerusform>{tunable} von {device} ist das seines Mitglieds {members}</numerusform>
            <numerusform>{tunable} von {device} ist das seiner Mitglieder {members}</numerusform>
        </translation>
    </message>
    <message>
        <source>Their successors differ more on fast drives; on spinning ones measure.</source>
        <translation>Ihre Nachfolger unterscheiden sich auf schnellen Laufwerken stärker; auf drehenden messen.</translation>
    </message>
    <message>
        <source>There are too few runs for a recommendation.</source>
        <translation>Für eine Empfehlung sind es zu wenige Läufe.</translation>
    </message>
    <message>
        <source>There is a workload {name} already.</source>
        <translation>Eine Last {name} gibt es schon.</translation>
    </message>
    <message>
        <source>There is no block device {device!r} on this computer.</source>
        <translation>Es gibt kein Blockgerät {device!r} auf diesem Rechner.</translation>
    </message>
    <message>
        <source>There is no device whose settings could be varied.</source>
        <translation>Es gibt kein Gerät, dessen Einstellungen sich verändern ließen.</translation>
    </message>
    <message>
        <source>There is no display to open a window on.</source>
        <translation>Es gibt keinen Bildschirm, auf dem sich ein Fenster öffnen ließe.</translation>
    </message>
    <message>
        <source>There is no drive here that could tell of its health.</source>
        <translation>Hier gibt es kein Laufwerk, das etwas über seinen Zustand sagen könnte.</translation>
    </message>
    <message>
        <source>There is no file or folder {path!r}.</source>
        <translation>Es gibt keine Datei und keinen Ordner {path!r}.</translation>
    </message>
    <message>
        <source>There is no free loop device: {reason}</source>
        <translation>Es gibt kein freies Loop-Gerät: {reason}</translation>
    </message>
    <message>
        <source>There is no program {path} that can be started.</source>
        <translation>Es gibt kein Programm {path}, das sich starten ließe.</translation>
    </message>
    <message>
        <source>There is no session that was interrupted.</source>
        <translation>Es gibt keine unterbrochene Sitzung.</translation>
    </message>
    <message>
        <source>There is no shell: {found!r} is given to the program as an argument. Use sh -c &apos;…&apos; if a shell is meant.</source>
        <translation>Es gibt keine Shell: {found!r} wird dem Programm als Argument übergeben. Nehmen Sie sh -c &apos;…&apos;, wenn eine Shell gemeint ist.</translation>
    </message>
    <message>
        <source>There is no workload {name!r}.</source>
        <translation>Es gibt keine Last {name!r}.</translation>
    </message>
    <message>
        <source>There is not enough free space {where}.</source>
        <translation>Es ist nicht genug Platz {where}.</translation>
    </message>
    <message>
        <source>There is nothing left to compare.</source>
        <translation>Es ist nichts mehr zu vergleichen.</translation>
    </message>
    <message>
        <source>There is nothing to compare on {device}.</source>
        <translation>Auf {device} gibt es nichts zu vergleichen.</translation>
    </message>
    <message>
        <source>These jobs ran at the same time: {jobs}.</source>
        <translation>Diese Jobs liefen gleichzeitig: {jobs}.</translation>
    </message>
    <message>
        <source>These took a 9550 with RAID5 from 55 to 140 random reads a second, which a single disk does.</source>
        <translation>Damit kam ein 9550 mit RAID5 von 55 auf 140 wahlfreie Lesezugriffe pro Sekunde, was eine einzelne Platte schafft.</translation>
    </message>
    <message>
        <source>This can&apos;t be measured: {reason}.</source>
        <translation>Das lässt sich nicht messen: {reason}.</translation>
    </message>
    <message>
        <source>This computer has no loop devices</source>
        <translation>Dieser Rechner hat keine Loop-Geräte</translation>
    </message>
    <message>
        <source>This computer runs from {name}</source>
        <translation>Dieser Rechner läuft von {name}</translation>
    </message>
    <message>
        <source>This disk hasn&apos;t got what the plan compares: {what}.</source>
        <translation>Dieser Datenträger hat nicht, was der Plan vergleicht: {what}.</translation>
    </message>
    <message>
        <source>This is a virtual machine: its host&apos;s other work disturbs the measurement.</source>
        <translation>Das ist eine virtuelle Maschine: Andere Arbeit ihres Wirts stört die Messung.</translation>
    </message>
    <message>
        <source>This was imported: another program measured it, or it stood in a table. How it was measured is known only as far as the names of the operations and the caveats tell. Rates are in MB/s (1 MB = 1 000 000 bytes) or in requests per second (IOPS).</source>
        <translation>Dies wurde importiert: Ein anderes Programm hat es gemessen, oder es stand in einer Tabelle. Wie es gemessen wurde, ist nur so weit bekannt, wie die Namen der Operationen und die Hinweise es sagen. Der Durchsatz ist in MB/s (1 MB = 1 000 000 Byte) oder in Anfragen pro Sekunde (IOPS) angegeben.</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>Threads</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>Durchsatz</translation>
    </message>
    <message>
        <source>Time of a read</source>
        <translation>Zeit je Lesezugriff</translation>
    </message>
    <message>
        <source>Time of a write</source>
        <translation>Zeit je Schreibzugriff</translation>
    </message>
    <message>
        <source>To be surer: {steps}.</source>
        <translation>Um sicherer zu sein: {steps}.</translation>
    </message>
    <message>
        <source>To know: {steps}.</source>
        <translation>Um es zu wissen: {steps}.</translation>
    </message>
    <message>
        <source>Today bfq on the members; md&apos;s own threads may hide which program asks, so it must be measured.</source>
        <translation>Heute bfq auf den Mitgliedern; mds eigene Threads verbergen womöglich, welches Programm fragt, es muss also gemessen werden.</translation>
    </message>
    <message>
        <source>Too few blocks to tell of a steady state ({window} are needed): {short}.</source>
        <translation>Zu wenige Blöcke, um etwas über einen Beharrungszustand zu sagen (nötig sind {window}): {short}.</translation>
    </message>
    <message>
        <source>Too many devices are being tuned at once</source>
        <translation>Zu viele Geräte werden gleichzeitig eingestellt</translation>
    </message>
    <message>
        <source>Try again when it has ended.</source>
        <translation>Versuchen Sie es noch einmal, wenn es beendet ist.</translation>
    </message>
    <message>
        <source>Try again, or see whether it is the right program.</source>
        <translation>Versuchen Sie es noch einmal, oder sehen Sie nach, ob es das richtige Programm ist.</translation>
    </message>
    <message>
        <source>Try it in a terminal, in the same folder.</source>
        <translation>Versuchen Sie es in einem Terminal, im selben Ordner.</translation>
    </message>
    <message numerus="yes">
        <source>Tunes its {count} members together ({names}), because md has no scheduler of its own</source>
        <translation>
            <numerusform>Stellt sein {count} Mitglied ein ({names}), denn md hat keinen eigenen Scheduler</numerusform>
            <numerusform>Stellt seine {count} Mitglieder gemeinsam ein ({names}), denn md hat keinen eigenen Scheduler</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Tunes {names} beneath it, which have the schedulers</source>
        <translation>
            <numerusform>Stellt {names} darunter ein, das den Scheduler hat</numerusform>
            <numerusform>Stellt {names} darunter ein, die die Scheduler haben</numerusform>
        </translation>
    </message>
    <message>
        <source>Tuning report: {target}</source>
        <translation>Bericht der Einstellung: {target}</translation>
    </message>
    <message>
        <source>USB cases and sticks often call any drive a spinning one</source>
        <translation>USB-Gehäuse und -Sticks nennen oft jedes Laufwerk ein drehendes</translation>
    </message>
    <message>
        <source>Under multipath the paths get none, and the mapped device the scheduler.</source>
        <translation>Unter Multipath bekommen die Pfade none, und das zugeordnete Gerät den Scheduler.</translation>
    </message>
    <message>
        <source>Unit of the RAID controller</source>
        <translation>Einheit des RAID-Controllers</translation>
    </message>
    <message>
        <source>Unknown device</source>
        <translation>Unbekanntes Gerät</translation>
    </message>
    <message>
        <source>Unpacking archives, caches with a folder for everything.</source>
        <translation>Archive auspacken, Caches mit einem Ordner für alles.</translation>
    </message>
    <message>
        <source>Up to a day is.</source>
        <translation>Möglich ist bis zu ein Tag.</translation>
    </message>
    <message>
        <source>Upgrade the package {tool}.</source>
        <translation>Aktualisieren Sie das Paket {tool}.</translation>
    </message>
    <message>
        <source>Use the later one, or move the file away; nothing in it was changed.</source>
        <translation>Benutzen Sie den späteren, oder verschieben Sie die Datei; nichts darin wurde geändert.</translation>
    </message>
    <message>
        <source>Values over several numbers of threads are geometric means. Intervals of single values are 95 % confidence intervals over the {repeated}; they say nothing about what another day, another load or a fuller disk would give. In a chart, an arrow means that the interval goes on outside.</source>
        <translation>Werte über mehrere Thread-Zahlen sind geometrische Mittel. Intervalle einzelner Werte sind 95-%-Konfidenzintervalle über die {repeated}; sie sagen nichts darüber, was ein anderer Tag, eine andere Last oder ein vollerer Datenträger ergäbe. In einem Diagramm bedeutet ein Pfeil, dass das Intervall außerhalb weitergeht.</translation>
    </message>
    <message>
        <source>Variant</source>
        <translation>Variante</translation>
    </message>
    <message>
        <source>Variants</source>
        <translation>Varianten</translation>
    </message>
    <message>
        <source>Vary fewer values, or one at a time.</source>
        <translation>Verändern Sie weniger Werte, oder einen nach dem anderen.</translation>
    </message>
    <message>
        <source>Vary qpolicy or queue_depth of one of them.</source>
        <translation>Variieren Sie qpolicy oder queue_depth von einem davon.</translation>
    </message>
    <message>
        <source>Vary them one after the other.</source>
        <translation>Verändern Sie sie nacheinander.</translation>
    </message>
    <message>
        <source>Vendor</source>
        <translation>Hersteller</translation>
    </message>
    <message>
        <source>Virtual disk {name}</source>
        <translation>Virtueller Datenträger {name}</translation>
    </message>
    <message>
        <source>Virtual machine</source>
        <translation>Virtuelle Maschine</translation>
    </message>
    <message>
        <source>Virtual machines</source>
        <translation>Virtuelle Maschinen</translation>
    </message>
    <message>
        <source>Wait for its end.</source>
        <translation>Warten Sie sein Ende ab.</translation>
    </message>
    <message>
        <source>Watch a new one: storage-tuner live.</source>
        <translation>Beobachten Sie eine neue: storage-tuner live.</translation>
    </message>
    <message>
        <source>Watching a disk</source>
        <translation>Ein Datenträger wird beobachtet</translation>
    </message>
    <message>
        <source>Weak: md&apos;s write threads hide which program asks, and bfq sorts by that.</source>
        <translation>Schwach: Die Schreib-Threads von md verbergen, welches Programm fragt, und danach sortiert bfq.</translation>
    </message>
    <message>
        <source>Weights and I/O priorities need bfq; mq-deadline knows the three classes only.</source>
        <translation>Gewichte und E/A-Prioritäten brauchen bfq; mq-deadline kennt nur die drei Klassen.</translation>
    </message>
    <message>
        <source>What a disk&apos;s own queue is good for.</source>
        <translation>Wozu die eigene Warteschlange eines Datenträgers gut ist.</translation>
    </message>
    <message>
        <source>What a hard disk gains when only its start is used and the heads stay near.</source>
        <translation>Was eine Festplatte gewinnt, wenn nur ihr Anfang benutzt wird und die Köpfe nah bleiben.</translation>
    </message>
    <message>
        <source>What can’t be changed while it is used</source>
        <translation>Was sich nicht ändern lässt, solange er benutzt wird</translation>
    </message>
    <message>
        <source>What else went on</source>
        <translation>Was sonst vor sich ging</translation>
    </message>
    <message>
        <source>What goes first when the unit writes: that nothing is lost, or speed.</source>
        <translation>Was beim Schreiben der Einheit vorgeht: dass nichts verloren geht, oder Geschwindigkeit.</translation>
    </message>
    <message>
        <source>What may disturb could not be found out: {error}.</source>
        <translation>Was stören könnte, ließ sich nicht feststellen: {error}.</translation>
    </message>
    <message>
        <source>What the controller&apos;s memory keeps of what was read.</source>
        <translation>Was der Speicher des Controllers von Gelesenem behält.</translation>
    </message>
    <message>
        <source>What the disk moved in the whole session</source>
        <translation>Was der Datenträger in der ganzen Sitzung bewegte</translation>
    </message>
    <message>
        <source>What the highest class gets, and what it leaves for the others.</source>
        <translation>Was die höchste Klasse bekommt, und was sie den anderen lässt.</translation>
    </message>
    <message>
        <source>What was kept for good</source>
        <translation>Was dauerhaft behalten wurde</translation>
    </message>
    <message>
        <source>What was measured couldn&apos;t be written down on the way, so a power cut would have lost it: {problem}.</source>
        <translation>Was gemessen wurde, ließ sich unterwegs nicht aufschreiben; ein Stromausfall hätte es gekostet: {problem}.</translation>
    </message>
    <message>
        <source>Whether a large copy and small requests let each other live.</source>
        <translation>Ob eine große Kopie und kleine Anfragen einander leben lassen.</translation>
    </message>
    <message>
        <source>Whether a request may be joined to the front of a waiting one (0 or 1).</source>
        <translation>Ob eine Anfrage vorn an eine wartende gefügt werden darf (0 oder 1).</translation>
    </message>
    <message>
        <source>Whether bandwidth shares are kept exactly, one request at a time (0 or 1).</source>
        <translation>Ob Bandbreiten-Anteile genau eingehalten werden, eine Anfrage nach der anderen (0 oder 1).</translation>
    </message>
    <message>
        <source>Whether films come in time: each viewer and the recorder at a fixed rate.</source>
        <translation>Ob Filme rechtzeitig kommen: jeder Zuschauer und die Aufnahme mit fester Rate.</translation>
    </message>
    <message>
        <source>Whether interactive and soft real-time programs are favoured (0 or 1).</source>
        <translation>Ob interaktive Programme und solche mit weicher Echtzeit bevorzugt werden (0 oder 1).</translation>
    </message>
    <message>
        <source>Whether ionice has an effect: bfq and mq-deadline know priorities, none doesn&apos;t.</source>
        <translation>Ob ionice wirkt: bfq und mq-deadline kennen Prioritäten, none nicht.</translation>
    </message>
    <message>
        <source>Whether reads starve while a large file is written.</source>
        <translation>Ob Lesezugriffe verhungern, während eine große Datei geschrieben wird.</translation>
    </message>
    <message>
        <source>Whether the controller lets the unit&apos;s drives queue commands (NCQ).</source>
        <translation>Ob der Controller die Laufwerke der Einheit Befehle einreihen lässt (NCQ).</translation>
    </message>
    <message>
        <source>Whether the controller verifies the unit by itself from time to time.</source>
        <translation>Ob der Controller die Einheit von Zeit zu Zeit von selbst überprüft.</translation>
    </message>
    <message>
        <source>Whether the controller&apos;s memory takes writes before they are on the drives.</source>
        <translation>Ob der Speicher des Controllers Schreibzugriffe annimmt, bevor sie auf den Laufwerken sind.</translation>
    </message>
    <message>
        <source>Whether the kernel counts the requests of this device (0 or 1).</source>
        <translation>Ob der Kernel die Anfragen dieses Geräts zählt (0 oder 1).</translation>
    </message>
    <message>
        <source>Whether the kernel treats the device as a spinning disk (0 or 1).</source>
        <translation>Ob der Kernel das Gerät als drehende Festplatte behandelt (0 oder 1).</translation>
    </message>
    <message>
        <source>Whether the timing of requests feeds the kernel&apos;s random numbers (0 or 1).</source>
        <translation>Ob die Zeitpunkte von Anfragen die Zufallszahlen des Kernels speisen (0 oder 1).</translation>
    </message>
    <message>
        <source>Which I/O scheduler orders the requests of this device.</source>
        <translation>Welcher E/A-Scheduler die Anfragen dieses Geräts ordnet.</translation>
    </message>
    <message>
        <source>While it was {variant}, somebody else set {told} ({when}).</source>
        <translation>Während es {variant} war, setzte jemand anderes {told} ({when}).</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>Warum</translation>
    </message>
    <message>
        <source>With 0 every monitor, also Storage Tuner&apos;s live view, sees nothing.</source>
        <translation>Mit 0 sieht jede Überwachung, auch die Live-Ansicht von Storage Tuner, nichts.</translation>
    </message>
    <message>
        <source>With 1 the drive can&apos;t reorder requests by itself.</source>
        <translation>Mit 1 kann das Laufwerk Anfragen nicht selbst umordnen.</translation>
    </message>
    <message>
        <source>With 32 threads of random reads either sorting by the system or NCQ alone gave about half as much again; both together were best.</source>
        <translation>Mit 32 Threads wahlfreien Lesens brachte Sortieren durch das System oder NCQ allein etwa die Hälfte mehr; beides zusammen war am besten.</translation>
    </message>
    <message>
        <source>With a reader beside random requests, priorities moved 231 against 197 IOPS and 87 against 96 MB/s; deadline without priorities lay between (221 IOPS, 90 MB/s).</source>
        <translation>Mit einem Leser neben wahlfreien Anfragen brachten Prioritäten 231 gegen 197 IOPS und 87 gegen 96 MB/s; deadline ohne Prioritäten lag dazwischen (221 IOPS, 90 MB/s).</translation>
    </message>
    <message>
        <source>With a wrong value the computer may hardly answer.</source>
        <translation>Mit einem falschen Wert kann der Rechner kaum noch reagieren.</translation>
    </message>
    <message>
        <source>With bfq behind hardware RAID set slice_idle to 0: waiting for one program leaves all the other spindles idle.</source>
        <translation>Mit bfq hinter Hardware-RAID slice_idle auf 0 setzen: Auf ein Programm zu warten lässt alle anderen Spindeln untätig.</translation>
    </message>
    <message>
        <source>With deadline: fifo_batch 256, front_merges 1, read_expire 400, write_expire 3000, writes_starved 2.</source>
        <translation>Mit deadline: fifo_batch 256, front_merges 1, read_expire 400, write_expire 3000, writes_starved 2.</translation>
    </message>
    <message>
        <source>With nr_requests 4 instead of 128, 17 to 18 % fewer mixed requests; 1024 gained nothing (−0.2 and −0.9 %).</source>
        <translation>Mit nr_requests 4 statt 128 17 bis 18 % weniger gemischte Anfragen; 1024 brachte nichts (−0,2 und −0,9 %).</translation>
    </message>
    <message>
        <source>With off every write waits for the drives.</source>
        <translation>Mit off wartet jeder Schreibzugriff auf die Laufwerke.</translation>
    </message>
    <message>
        <source>With off the drives can&apos;t reorder requests by themselves.</source>
        <translation>Mit off können die Laufwerke Anfragen nicht selbst umordnen.</translation>
    </message>
    <message>
        <source>With storsave=perform a power failure can lose what programs were told is safely written, also with a battery: the drives&apos; own caches aren&apos;t flushed.</source>
        <translation>Mit storsave=perform kann ein Stromausfall kosten, was Programmen als sicher geschrieben gemeldet wurde, auch mit Batterie: Die eigenen Caches der Laufwerke werden nicht geleert.</translation>
    </message>
    <message>
        <source>With the same NCQ setting cfq, noop and deadline were within 1 to 3 % of each other.</source>
        <translation>Bei gleicher NCQ-Einstellung lagen cfq, noop und deadline höchstens 1 bis 3 % auseinander.</translation>
    </message>
    <message>
        <source>Without a battery that is ready, a power failure loses everything that is in the controller&apos;s write cache, also what programs were told is safely written, and may damage file systems.</source>
        <translation>Ohne eine Batterie, die bereit ist, geht bei einem Stromausfall alles verloren, was im Schreibcache des Controllers ist, auch was Programmen als sicher geschrieben gemeldet wurde, und Dateisysteme können Schaden nehmen.</translation>
    </message>
    <message>
        <source>Without direct I/O it would have to be {buffered}.</source>
        <translation>Ohne direkte E/A müssten es {buffered} sein.</translation>
    </message>
    <message>
        <source>Without read-ahead md RAID10 far read 22 instead of 305 MB/s. Beyond some value more brings nothing.</source>
        <translation>Ohne Vorauslesen las md-RAID10 (far) 22 statt 305 MB/s. Ab einem gewissen Wert bringt mehr nichts.</translation>
    </message>
    <message>
        <source>Without read-ahead one reader of a striped array waits for one disk after the other, today as then. Direct I/O doesn&apos;t use it.</source>
        <translation>Ohne Vorauslesen wartet ein Leser eines gestreiften Verbunds auf eine Platte nach der anderen, heute wie damals. Direkte E/A nutzt es nicht.</translation>
    </message>
    <message>
        <source>Without {tunable} the kernel counts nothing that could be watched.</source>
        <translation>Ohne {tunable} zählt der Kernel nichts, was sich beobachten ließe.</translation>
    </message>
    <message>
        <source>Words of an administrator, without figures; noop lives on as none.</source>
        <translation>Worte eines Systemverwalters, ohne Zahlen; noop lebt als none weiter.</translation>
    </message>
    <message>
        <source>Working on a desktop while a backup is stored.</source>
        <translation>Am Desktop arbeiten, während eine Sicherung abgelegt wird.</translation>
    </message>
    <message>
        <source>Write</source>
        <translation>Schreiben</translation>
    </message>
    <message>
        <source>Write at 8 MB and at 16 MB with quantum 32 have the same standard deviation, 156.27.</source>
        <translation>Schreiben bei 8 MB und bei 16 MB mit quantum 32 haben dieselbe Standardabweichung, 156,27.</translation>
    </message>
    <message>
        <source>Write at the same place</source>
        <translation>Schreiben an derselben Stelle</translation>
    </message>
    <message>
        <source>Write cache</source>
        <translation>Schreibcache</translation>
    </message>
    <message>
        <source>Write it as 2026-03-01 or 2026-03-01T14:30.</source>
        <translation>Schreiben Sie es wie 2026-03-01 oder 2026-03-01T14:30.</translation>
    </message>
    <message>
        <source>Writing down the settings of {device}…</source>
        <translation>Die Einstellungen von {device} werden aufgeschrieben …</translation>
    </message>
    <message>
        <source>Writing gets faster while processors are idle. The array stands still while it changes; it isn&apos;t changed during a resync.</source>
        <translation>Schreiben wird schneller, solange Prozessoren frei sind. Der Verbund steht still, während es sich ändert; während eines Resync wird es nicht geändert.</translation>
    </message>
    <message>
        <source>Writing records anywhere in a file.</source>
        <translation>Sätze irgendwo in eine Datei schreiben.</translation>
    </message>
    <message>
        <source>Writing the same record again and again.</source>
        <translation>Denselben Satz immer wieder schreiben.</translation>
    </message>
    <message>
        <source>Writing the test file…</source>
        <translation>Die Testdatei wird geschrieben …</translation>
    </message>
    <message>
        <source>Writing through the page cache to a file that has its place already.</source>
        <translation>Durch den Seiten-Cache in eine Datei schreiben, die ihren Platz schon hat.</translation>
    </message>
    <message>
        <source>Writing to a file that has its place on the disk already.</source>
        <translation>In eine Datei schreiben, die ihren Platz auf dem Datenträger schon hat.</translation>
    </message>
    <message>
        <source>Writing was not measured.</source>
        <translation>Schreiben wurde nicht gemessen.</translation>
    </message>
    <message>
        <source>XFS was the best performer, maybe because it reads the array&apos;s geometry.</source>
        <translation>XFS schnitt am besten ab, vielleicht weil es die Geometrie des Verbunds liest.</translation>
    </message>
    <message>
        <source>You have too many sessions open</source>
        <translation>Sie haben zu viele Sitzungen offen</translation>
    </message>
    <message>
        <source>You were not authorised.</source>
        <translation>Sie wurden nicht berechtigt.</translation>
    </message>
    <message>
        <source>Zone write plugging; later kernels write to spinning zoned devices one request at a time.</source>
        <translation>„Zone write plugging“; spätere Kernel schreiben auf drehende Geräte mit Zonen eine Anfrage nach der anderen.</translation>
    </message>
    <message>
        <source>a RAID controller doesn&apos;t tell what its drives are</source>
        <translation>ein RAID-Controller sagt nicht, was seine Laufwerke sind</translation>
    </message>
    <message>
        <source>a balanced mix</source>
        <translation>eine ausgewogene Mischung</translation>
    </message>
    <message>
        <source>a check</source>
        <translation>Check</translation>
    </message>
    <message>
        <source>a controller takes a while to change its policies, and may stop meanwhile</source>
        <translation>ein Controller braucht eine Weile, um seine Richtlinien zu ändern, und steht inzwischen womöglich still</translation>
    </message>
    <message>
        <source>a database</source>
        <translation>eine Datenbank</translation>
    </message>
    <message>
        <source>a desktop</source>
        <translation>einen Desktop</translation>
    </message>
    <message>
        <source>a disk alone</source>
        <translation>ein Datenträger allein</translation>
    </message>
    <message>
        <source>a disk that isn&apos;t known</source>
        <translation>ein Datenträger, der nicht bekannt ist</translation>
    </message>
    <message>
        <source>a file server</source>
        <translation>einen Dateiserver</translation>
    </message>
    <message>
        <source>a list</source>
        <translation>eine Liste</translation>
    </message>
    <message>
        <source>a loop device is as fast as the disk that its file lies on</source>
        <translation>ein Loop-Gerät ist so schnell wie der Datenträger, auf dem seine Datei liegt</translation>
    </message>
    <message>
        <source>a missing member</source>
        <translation>ein fehlendes Mitglied</translation>
    </message>
    <message>
        <source>a normal measurement</source>
        <translation>eine normale Messung</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>eine Zahl</translation>
    </message>
    <message>
        <source>a number is expected, not {cell!r}</source>
        <translation>erwartet wird eine Zahl, nicht {cell!r}</translation>
    </message>
    <message>
        <source>a program keeps the read-ahead that was set when it opened its file</source>
        <translation>ein Programm behält das Vorauslesen, das beim Öffnen seiner Datei gesetzt war</translation>
    </message>
    <message>
        <source>a quick measurement</source>
        <translation>eine schnelle Messung</translation>
    </message>
    <message>
        <source>a rebuild, check or initialisation at work</source>
        <translation>ein Rebuild, Check oder eine Initialisierung in Arbeit</translation>
    </message>
    <message>
        <source>a recover</source>
        <translation>Rebuild</translation>
    </message>
    <message>
        <source>a repair</source>
        <translation>Reparatur</translation>
    </message>
    <message>
        <source>a request for each disk at least</source>
        <translation>mindestens eine Anfrage je Datenträger</translation>
    </message>
    <message>
        <source>a reshape</source>
        <translation>Umbau</translation>
    </message>
    <message>
        <source>a resync</source>
        <translation>Resync</translation>
    </message>
    <message>
        <source>a scheduler that doesn&apos;t suit</source>
        <translation>ein Scheduler, der nicht passt</translation>
    </message>
    <message>
        <source>a server with mixed work</source>
        <translation>einen Server mit gemischter Arbeit</translation>
    </message>
    <message>
        <source>a spare has none</source>
        <translation>eine Reserve hat keine</translation>
    </message>
    <message>
        <source>a text</source>
        <translation>ein Text</translation>
    </message>
    <message>
        <source>a thorough measurement</source>
        <translation>eine gründliche Messung</translation>
    </message>
    <message>
        <source>a value from {minimum} to {maximum}{instead} is expected</source>
        <translation>erwartet wird ein Wert von {minimum} bis {maximum}{instead}</translation>
    </message>
    <message>
        <source>a virtual disk doesn&apos;t tell what is behind it</source>
        <translation>ein virtueller Datenträger sagt nicht, was hinter ihm steht</translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation>eine ganze Zahl</translation>
    </message>
    <message>
        <source>a whole number from {minimum} is expected, not {cell!r}</source>
        <translation>erwartet wird eine ganze Zahl ab {minimum}, nicht {cell!r}</translation>
    </message>
    <message>
        <source>a whole number from {minimum} to {maximum}{instead} is expected</source>
        <translation>erwartet wird eine ganze Zahl von {minimum} bis {maximum}{instead}</translation>
    </message>
    <message>
        <source>a write cache that is off</source>
        <translation>ein abgeschalteter Schreibcache</translation>
    </message>
    <message>
        <source>a {action}</source>
        <translation>{action}</translation>
    </message>
    <message>
        <source>about {time}</source>
        <translation>etwa {time}</translation>
    </message>
    <message>
        <source>latency</source>
        <translation>Latenz</translation>
    </message>
    <message>
        <source>latency, 4 KiB</source>
        <translation>Latenz, 4 KiB</translation>
    </message>
    <message>
        <source>an error was found in it</source>
        <translation>darin wurde ein Fehler gefunden</translation>
    </message>
    <message>
        <source>an object</source>
        <translation>ein Objekt</translation>
    </message>
    <message>
        <source>an unknown report: {line}</source>
        <translation>ein unbekannter Bericht: {line}</translation>
    </message>
    <message>
        <source>another program put something into {left}</source>
        <translation>ein anderes Programm legte etwas in {left} ab</translation>
    </message>
    <message>
        <source>argv is empty: its first text is the program</source>
        <translation>argv ist leer: Sein erster Text ist das Programm</translation>
    </message>
    <message>
        <source>array</source>
        <translation>Verbund</translation>
    </message>
    <message>
        <source>as it is</source>
        <translation>wie es ist</translation>
    </message>
    <message>
        <source>at least {value}</source>
        <translation>mindestens {value}</translation>
    </message>
    <message>
        <source>at most {value}</source>
        <translation>höchstens {value}</translation>
    </message>
    <message>
        <source>at {place}</source>
        <translation>unter {place}</translation>
    </message>
    <message>
        <source>backing of {loop}</source>
        <translation>Datei hinter {loop}</translation>
    </message>
    <message>
        <source>backup of this disk</source>
        <translation>Sicherung dieses Datenträgers</translation>
    </message>
    <message>
        <source>backup to this disk</source>
        <translation>Sicherung auf diesen Datenträger</translation>
    </message>
    <message>
        <source>backups</source>
        <translation>Sicherungen</translation>
    </message>
    <message>
        <source>basic keeps what was read or written lately, intelligent also reads in advance.</source>
        <translation>basic behält, was zuletzt gelesen oder geschrieben wurde, intelligent liest auch voraus.</translation>
    </message>
    <message>
        <source>battery not ready ({status})</source>
        <translation>Batterie nicht bereit ({status})</translation>
    </message>
    <message>
        <source>battery ready</source>
        <translation>Batterie bereit</translation>
    </message>
    <message>
        <source>it belongs to {array}: choose that, to tune it as a whole</source>
        <translation>gehört zu {array}: Wählen Sie diesen, um ihn als Ganzes einzustellen</translation>
    </message>
    <message>
        <source>best effort</source>
        <translation>Best Effort</translation>
    </message>
    <message>
        <source>best effort, level 0</source>
        <translation>Best Effort, Stufe 0</translation>
    </message>
    <message>
        <source>best effort, level 7</source>
        <translation>Best Effort, Stufe 7</translation>
    </message>
    <message>
        <source>bfq descends from cfq but counts sectors instead of time; whether it wins must be measured.</source>
        <translation>bfq stammt von cfq ab, zählt aber Sektoren statt Zeit; ob es gewinnt, muss gemessen werden.</translation>
    </message>
    <message>
        <source>bfq favours interactive and soft real-time programs: made for desktops on slow storage.</source>
        <translation>bfq bevorzugt interaktive Programme und solche mit weicher Echtzeit: gemacht für Desktops auf langsamem Speicher.</translation>
    </message>
    <message>
        <source>bfq favours programs from their start on, not those that have been running</source>
        <translation>bfq bevorzugt Programme von ihrem Start an, nicht solche, die schon laufen</translation>
    </message>
    <message>
        <source>bfq for USB disks that spin.</source>
        <translation>bfq für drehende USB-Platten.</translation>
    </message>
    <message>
        <source>bfq for sd*, mmcblk* and sr*.</source>
        <translation>bfq für sd*, mmcblk* und sr*.</translation>
    </message>
    <message>
        <source>bfq for spinning disks.</source>
        <translation>bfq für drehende Festplatten.</translation>
    </message>
    <message>
        <source>bfq for spinning disks; as a module it must be in the initramfs for early rules.</source>
        <translation>bfq für drehende Festplatten; als Modul muss es für frühe Regeln im Initramfs sein.</translation>
    </message>
    <message>
        <source>bfq has no quantum.</source>
        <translation>bfq hat kein quantum.</translation>
    </message>
    <message>
        <source>bfq has no quantum: its budgets are sectors and find themselves.</source>
        <translation>bfq hat kein quantum: Seine Budgets sind Sektoren und finden sich selbst.</translation>
    </message>
    <message>
        <source>bfq switches this throttling off while it is active.</source>
        <translation>bfq schaltet diese Drosselung ab, solange es aktiv ist.</translation>
    </message>
    <message>
        <source>bfq switches write-back throttling off by itself; nothing is to be set there.</source>
        <translation>bfq schaltet die Drosselung des Zurückschreibens von selbst ab; dort ist nichts zu setzen.</translation>
    </message>
    <message>
        <source>bfq.</source>
        <translation>bfq.</translation>
    </message>
    <message>
        <source>bfq_init_queue.</source>
        <translation>bfq_init_queue.</translation>
    </message>
    <message>
        <source>block {block}, {variant} now</source>
        <translation>Block {block}, jetzt {variant}</translation>
    </message>
    <message>
        <source>block_bytes is a list without a size</source>
        <translation>block_bytes ist eine Liste ohne Größe</translation>
    </message>
    <message>
        <source>block_bytes is missing</source>
        <translation>block_bytes fehlt</translation>
    </message>
    <message>
        <source>btrfs writes what it makes checksums of through memory, since Linux 6.14</source>
        <translation>btrfs schreibt seit Linux 6.14 durch den Speicher, wovon es Prüfsummen bildet</translation>
    </message>
    <message>
        <source>buffered with a queue_depth: through the page cache requests go one by one</source>
        <translation>buffered mit queue_depth: Durch den Seiten-Cache gehen Anfragen einzeln</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>Byte</translation>
    </message>
    <message>
        <source>card</source>
        <translation>Karte</translation>
    </message>
    <message>
        <source>cfq&apos;s priorities are bfq&apos;s by now; measure with both loads at once.</source>
        <translation>Die Prioritäten von cfq sind inzwischen die von bfq; messen Sie mit beiden Lasten zugleich.</translation>
    </message>
    <message>
        <source>check</source>
        <translation>Check</translation>
    </message>
    <message>
        <source>chunk size</source>
        <translation>Chunk-Größe</translation>
    </message>
    <message>
        <source>column threads: only some rows of an operation have it</source>
        <translation>Spalte threads: Nur einige Zeilen einer Operation haben sie</translation>
    </message>
    <message>
        <source>columns that aren&apos;t known: {columns}</source>
        <translation>Spalten, die nicht bekannt sind: {columns}</translation>
    </message>
    <message>
        <source>command {command}</source>
        <translation>Befehl {command}</translation>
    </message>
    <message>
        <source>comparing the fairness by hand (--fairness)</source>
        <translation>die Fairness von Hand vergleichen (--fairness)</translation>
    </message>
    <message>
        <source>comparing with what is set, too</source>
        <translation>auch mit dem vergleichen, was gesetzt ist</translation>
    </message>
    <message>
        <source>confirmed</source>
        <translation>bestätigt</translation>
    </message>
    <message>
        <source>confirming it by restarts (storage-tuner confirm)</source>
        <translation>durch Neustarts bestätigen (storage-tuner confirm)</translation>
    </message>
    <message>
        <source>controller</source>
        <translation>Controller</translation>
    </message>
    <message>
        <source>copying from the disk</source>
        <translation>Kopieren vom Datenträger</translation>
    </message>
    <message>
        <source>copying to the disk</source>
        <translation>Kopieren auf den Datenträger</translation>
    </message>
    <message>
        <source>cpu</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>database</source>
        <translation>Datenbank</translation>
    </message>
    <message>
        <source>database (OLTP)</source>
        <translation>Datenbank (OLTP)</translation>
    </message>
    <message>
        <source>database (reports)</source>
        <translation>Datenbank (Auswertungen)</translation>
    </message>
    <message>
        <source>deadline is recommended for the 9550SX.</source>
        <translation>deadline wird für den 9550SX empfohlen.</translation>
    </message>
    <message>
        <source>deadline lives on as mq-deadline; the RAID article saw the same.</source>
        <translation>deadline lebt als mq-deadline weiter; der RAID-Artikel sah dasselbe.</translation>
    </message>
    <message>
        <source>deadline lives on as mq-deadline; whether it still wins must be measured.</source>
        <translation>deadline lebt als mq-deadline weiter; ob es noch gewinnt, muss gemessen werden.</translation>
    </message>
    <message>
        <source>deadline on the host of virtual machines.</source>
        <translation>deadline auf dem Wirt virtueller Maschinen.</translation>
    </message>
    <message>
        <source>desktop</source>
        <translation>Desktop</translation>
    </message>
    <message>
        <source>desktop: starting a program</source>
        <translation>Desktop: ein Programm starten</translation>
    </message>
    <message>
        <source>device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>disk</source>
        <translation>Datenträger</translation>
    </message>
    <message>
        <source>disks at most</source>
        <translation>Datenträger höchstens</translation>
    </message>
    <message>
        <source>distribution default</source>
        <translation>Standard einer Distribution</translation>
    </message>
    <message>
        <source>documentation</source>
        <translation>Dokumentation</translation>
    </message>
    <message>
        <source>doesn&apos;t turn</source>
        <translation>nicht dreht</translation>
    </message>
    <message>
        <source>driver {driver}</source>
        <translation>Treiber {driver}</translation>
    </message>
    <message>
        <source>each {times} times: {runs} runs of {runtime} after {ramp} of running in</source>
        <translation>jede {times}-mal: {runs} Läufe von {runtime} nach {ramp} Einlaufen</translation>
    </message>
    <message>
        <source>either [[workload.stream]], [workload.tree] or [workload.command]</source>
        <translation>entweder [[workload.stream]], [workload.tree] oder [workload.command]</translation>
    </message>
    <message>
        <source>either varied or variants are expected, not both</source>
        <translation>erwartet wird entweder varied oder variants, nicht beides</translation>
    </message>
    <message>
        <source>elevator.c; still so in 2026.</source>
        <translation>elevator.c; so noch 2026.</translation>
    </message>
    <message>
        <source>error {failed} while measuring</source>
        <translation>Fehler {failed} beim Messen</translation>
    </message>
    <message>
        <source>exit code {code}</source>
        <translation>Exit-Code {code}</translation>
    </message>
    <message>
        <source>exit code {exit_code}</source>
        <translation>Exit-Code {exit_code}</translation>
    </message>
    <message>
        <source>fairness</source>
        <translation>Fairness</translation>
    </message>
    <message>
        <source>fifo_batch 1 behaves like first come, first served: short waits, less throughput.</source>
        <translation>fifo_batch 1 verhält sich wie „wer zuerst kommt“: kurzes Warten, weniger Durchsatz.</translation>
    </message>
    <message>
        <source>file server</source>
        <translation>Dateiserver</translation>
    </message>
    <message>
        <source>file system</source>
        <translation>Dateisystem</translation>
    </message>
    <message>
        <source>files of 4 MiB in few folders</source>
        <translation>Dateien von 4 MiB in wenigen Ordnern</translation>
    </message>
    <message>
        <source>finding out how evenly it goes</source>
        <translation>es wird ermittelt, wie gleichmäßig es läuft</translation>
    </message>
    <message>
        <source>fio</source>
        <translation>fio</translation>
    </message>
    <message>
        <source>fio says: {text}</source>
        <translation>fio sagt: {text}</translation>
    </message>
    <message>
        <source>firmware</source>
        <translation>Firmware</translation>
    </message>
    <message>
        <source>firmware {version}</source>
        <translation>Firmware {version}</translation>
    </message>
    <message>
        <source>folders in folders</source>
        <translation>Ordner in Ordnern</translation>
    </message>
    <message>
        <source>for the practice disk</source>
        <translation>für den Übungs-Datenträger</translation>
    </message>
    <message>
        <source>free space</source>
        <translation>freier Platz</translation>
    </message>
    <message>
        <source>from different records: no runs in common, so smaller differences can&apos;t be told</source>
        <translation>aus verschiedenen Aufzeichnungen: keine gemeinsamen Läufe, kleinere Unterschiede sind also nicht zu erkennen</translation>
    </message>
    <message>
        <source>fsync_every and synchronous are for streams that write</source>
        <translation>fsync_every und synchronous sind für Ströme, die schreiben</translation>
    </message>
    <message>
        <source>fsync_every with a queue_depth: fio before 3.38 does them too early</source>
        <translation>fsync_every mit queue_depth: fio vor 3.38 macht sie zu früh</translation>
    </message>
    <message>
        <source>guests&apos; disks</source>
        <translation>Datenträger der Gäste</translation>
    </message>
    <message>
        <source>guests&apos; journals</source>
        <translation>Journale der Gäste</translation>
    </message>
    <message>
        <source>hardware or software RAID</source>
        <translation>Hardware- oder Software-RAID</translation>
    </message>
    <message>
        <source>storage-tuner show {name}: In use; of a controller: tw_cli /c0 show</source>
        <translation>storage-tuner show {name}: In use; bei einem Controller: tw_cli /c0 show</translation>
    </message>
    <message>
        <source>storage-tuner show {name}: NCQ</source>
        <translation>storage-tuner show {name}: NCQ</translation>
    </message>
    <message>
        <source>storage-tuner show {name}: Partitions and Physical sector</source>
        <translation>storage-tuner show {name}: Partitions und Physical sector</translation>
    </message>
    <message>
        <source>the controller, by its program tw_cli</source>
        <translation>dem Controller, durch sein Programm tw_cli</translation>
    </message>
    <message>
        <source>the device reports none</source>
        <translation>das Gerät meldet keine</translation>
    </message>
    <message>
        <source>the same group</source>
        <translation>dieselbe Gruppe</translation>
    </message>
    <message>
        <source>the same processor</source>
        <translation>derselbe Prozessor</translation>
    </message>
    <message>
        <source>there is no medium in it</source>
        <translation>es ist kein Medium darin</translation>
    </message>
    <message>
        <source>it has no scheduler of its own: each path to it has one ({paths}), which can&apos;t be set here</source>
        <translation>es hat keinen eigenen Scheduler: Jeder Pfad dorthin hat einen ({paths}), der sich hier nicht setzen lässt</translation>
    </message>
    <message>
        <source>it has no scheduler to choose</source>
        <translation>es gibt keinen Scheduler zu wählen</translation>
    </message>
    <message>
        <source>held by {holder}</source>
        <translation>gehalten von {holder}</translation>
    </message>
    <message>
        <source>high</source>
        <translation>hoch</translation>
    </message>
    <message>
        <source>holds the running system</source>
        <translation>enthält das laufende System</translation>
    </message>
    <message>
        <source>holds {name}</source>
        <translation>enthält {name}</translation>
    </message>
    <message>
        <source>holds {word} {name}</source>
        <translation>enthält {word} {name}</translation>
    </message>
    <message>
        <source>host</source>
        <translation>Rechner</translation>
    </message>
    <message>
        <source>how long it runs is the plan&apos;s</source>
        <translation>wie lange es läuft, ist Sache des Plans</translation>
    </message>
    <message>
        <source>how much is used is the target&apos;s size and region_percent</source>
        <translation>wie viel benutzt wird, sagen die Größe des Ziels und region_percent</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>idle</translation>
    </message>
    <message>
        <source>in a circle</source>
        <translation>im Kreis</translation>
    </message>
    <message>
        <source>in {folder}</source>
        <translation>in {folder}</translation>
    </message>
    <message>
        <source>iozone went through the page cache (no -I), so memory may have been measured instead of the disk.</source>
        <translation>iozone ging durch den Seiten-Cache (kein -I); womöglich wurde also der Arbeitsspeicher gemessen statt des Datenträgers.</translation>
    </message>
    <message>
        <source>iozone&apos;s children and their parent saw different rates: some threads had already ended. The children&apos;s were taken.</source>
        <translation>Die Kindprozesse von iozone und ihr Elternprozess sahen verschiedenen Durchsatz: Einige Threads waren schon zu Ende. Genommen wurde der der Kindprozesse.</translation>
    </message>
    <message>
        <source>it is an optical drive, which no setting makes faster</source>
        <translation>ein optisches Laufwerk, das keine Einstellung schneller macht</translation>
    </message>
    <message>
        <source>it is too small to be measured: less than 16 MiB</source>
        <translation>zu klein zum Messen: weniger als 16 MiB</translation>
    </message>
    <message>
        <source>it came to its end too early</source>
        <translation>es kam zu früh zu seinem Ende</translation>
    </message>
    <message>
        <source>Best of each operation</source>
        <translation>Das Beste je Operation</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>Klasse</translation>
    </message>
    <message>
        <source>I/O priority classes</source>
        <translation>E/A-Prioritätsklassen</translation>
    </message>
    <message>
        <source>Leader ({reason})</source>
        <translation>Führend ({reason})</translation>
    </message>
    <message>
        <source>Measured values, with 95 % intervals</source>
        <translation>Messwerte mit 95-%-Intervallen</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>Verfahren</translation>
    </message>
    <message>
        <source>No advice: too little was measured. Measure longer, or repeat it.</source>
        <translation>Keine Empfehlung: Es wurde zu wenig gemessen. Bitte länger messen oder wiederholen.</translation>
    </message>
    <message>
        <source>Nothing faster than {reference} was found for {use}.</source>
        <translation>Nichts Schnelleres als {reference} wurde für {use} gefunden.</translation>
    </message>
    <message>
        <source>Nothing is advised on one run: repeat it at least three times.</source>
        <translation>Ein einzelner Lauf genügt nicht für eine Empfehlung: Bitte mindestens dreimal wiederholen.</translation>
    </message>
    <message>
        <source>Nothing is advised: it isn&apos;t known what the variants set.</source>
        <translation>Keine Empfehlung: Was die Varianten einstellen, ist nicht bekannt.</translation>
    </message>
    <message>
        <source>Nothing is advised: measure the current setting as well.</source>
        <translation>Keine Empfehlung: Bitte auch die jetzige Einstellung messen.</translation>
    </message>
    <message>
        <source>Nothing is advised: too little was measured. Measure longer.</source>
        <translation>Keine Empfehlung: Es wurde zu wenig gemessen. Bitte länger messen.</translation>
    </message>
    <message>
        <source>Nothing is faster than {reference} for {use}.</source>
        <translation>Nichts ist schneller als {reference} für {use}.</translation>
    </message>
    <message>
        <source>Nothing was compared.</source>
        <translation>Es wurde nichts verglichen.</translation>
    </message>
    <message>
        <source>Other metrics</source>
        <translation>Weitere Messgrößen</translation>
    </message>
    <message>
        <source>Expected effect</source>
        <translation>Zu erwarten</translation>
    </message>
    <message>
        <source>Largest request</source>
        <translation>Größte Anfrage</translation>
    </message>
    <message>
        <source>Linux {version}</source>
        <translation>Linux {version}</translation>
    </message>
    <message>
        <source>Measure this</source>
        <translation>Das messen</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>Jetzt</translation>
    </message>
    <message>
        <source>On {device}, keep all settings.</source>
        <translation>Auf {device} alle Einstellungen behalten.</translation>
    </message>
    <message>
        <source>On {device}, measure {settings}: published sources recommend that.</source>
        <translation>Auf {device} messen: {settings}. Veröffentlichte Quellen empfehlen das.</translation>
    </message>
    <message>
        <source>On {device}, set {settings}: measured.</source>
        <translation>Auf {device} einstellen: {settings}. Das ist gemessen.</translation>
    </message>
    <message>
        <source>In {time}, no difference is detectable here.</source>
        <translation>In {time} ist hier kein Unterschied erkennbar.</translation>
    </message>
    <message>
        <source>In {time}, only differences above about {percent} % are detectable here.</source>
        <translation>In {time} sind hier nur Unterschiede über etwa {percent} % erkennbar.</translation>
    </message>
    <message>
        <source>Left out for lack of time: {what}. {minutes} minutes would include them.</source>
        <translation>Aus Zeitmangel ausgelassen: {what}. In {minutes} Minuten wären sie dabei.</translation>
    </message>
    <message>
        <source>Other programs used {share:.0f} % of all processors while it was measured: repeat when the computer is idle.</source>
        <translation>Andere Programme nutzten während der Messung {share:.0f} % aller Prozessoren: Wiederholen Sie sie, wenn der Rechner nichts zu tun hat.</translation>
    </message>
    <message>
        <source>Spread</source>
        <translation>Streuung</translation>
    </message>
    <message>
        <source>Tables as in the published articles</source>
        <translation>Tabellen wie in den veröffentlichten Artikeln</translation>
    </message>
    <message>
        <source>The article&apos;s 8,421 folders and 336,840 files: minutes on a hard disk, and 1.4 GB.</source>
        <translation>Die 8.421 Ordner und 336.840 Dateien des Artikels: Minuten auf einer Festplatte, und 1,4 GB.</translation>
    </message>
    <message>
        <source>The article&apos;s four phases with a twelfth of its files: files of 4 KiB in all folders, 3 levels.</source>
        <translation>Die vier Phasen des Artikels mit einem Zwölftel seiner Dateien: Dateien von 4 KiB in allen Ordnern, 3 Ebenen.</translation>
    </message>
    <message>
        <source>The spread is the 99th percentile of the latencies divided by their median: the smaller, the more evenly requests are served. It doesn’t count for the recommendation.</source>
        <translation>Die Streuung ist das 99. Perzentil der Latenzen, geteilt durch ihren Median: je kleiner, desto gleichmäßiger werden Anforderungen bedient. Für die Empfehlung zählt sie nicht.</translation>
    </message>
    <message>
        <source>Winner</source>
        <translation>Gewinner</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>fdtree, small files in few folders</source>
        <translation>fdtree, kleine Dateien in wenigen Ordnern</translation>
    </message>
    <message>
        <source>fdtree, small files in few folders, as large as the article&apos;s</source>
        <translation>fdtree, kleine Dateien in wenigen Ordnern, so groß wie im Artikel</translation>
    </message>
    <message>
        <source>four_phases without files</source>
        <translation>four_phases ohne Dateien</translation>
    </message>
    <message>
        <source>Overall for {use}, against {reference}</source>
        <translation>Insgesamt für {use}, gegen {reference}</translation>
    </message>
    <message>
        <source>Results by operation</source>
        <translation>Ergebnisse nach Operation</translation>
    </message>
    <message>
        <source>Results by threads</source>
        <translation>Ergebnisse nach Threads</translation>
    </message>
    <message>
        <source>The difference varied by ±{percent} from block to block: repeat when the computer is idle.</source>
        <translation>Der Unterschied schwankte von Block zu Block um ±{percent}: Bitte wiederholen, wenn der Rechner nichts anderes tut.</translation>
    </message>
    <message>
        <source>The measurements varied too much: repeat when the computer is idle.</source>
        <translation>Die Messwerte schwankten zu sehr: Bitte wiederholen, wenn der Rechner nichts anderes tut.</translation>
    </message>
    <message>
        <source>The previous settings were restored.</source>
        <translation>Die vorherigen Einstellungen sind wiederhergestellt.</translation>
    </message>
    <message>
        <source>The previous settings were restored; the disk was overwritten.</source>
        <translation>Die vorherigen Einstellungen sind wiederhergestellt; der Datenträger wurde überschrieben.</translation>
    </message>
    <message>
        <source>This was imported: the settings at that time are unknown.</source>
        <translation>Importiert: Die damaligen Einstellungen sind nicht bekannt.</translation>
    </message>
    <message>
        <source>current</source>
        <translation>jetzt</translation>
    </message>
    <message>
        <source>faster</source>
        <translation>schneller</translation>
    </message>
    <message>
        <source>inconclusive</source>
        <translation>nicht entschieden</translation>
    </message>
    <message>
        <source>Published gain</source>
        <translation>Veröffentlichter Gewinn</translation>
    </message>
    <message>
        <source>Runs of the same block are compared, as differences of logarithms.</source>
        <translation>Verglichen werden Läufe desselben Blocks, als Differenzen von Logarithmen.</translation>
    </message>
    <message>
        <source>Slices of the same block are compared, as differences of logarithms.</source>
        <translation>Verglichen werden Abschnitte desselben Blocks, als Differenzen von Logarithmen.</translation>
    </message>
    <message>
        <source>It holds for this load: another day’s may be another one.</source>
        <translation>Das gilt für diese Last: Die eines anderen Tages kann eine andere sein.</translation>
    </message>
    <message>
        <source>One looks after each round of blocks, and every look has its share of the chance of an error, so that a session may end as soon as it is decided.</source>
        <translation>Nachgesehen wird nach jeder Runde von Blöcken, und jedes Nachsehen hat seinen Anteil an der Irrtumswahrscheinlichkeit; eine Sitzung darf also enden, sobald sie entschieden ist.</translation>
    </message>
    <message>
        <source>Published gains were found on other computers, some on very old kernels.</source>
        <translation>Veröffentlichte Gewinne stammen von anderen Computern, manche von sehr alten Kerneln.</translation>
    </message>
    <message>
        <source>Published rules disagree; only measuring decides.</source>
        <translation>Veröffentlichte Regeln widersprechen sich; nur Messen entscheidet.</translation>
    </message>
    <message>
        <source>Published, for schedulers that no longer exist</source>
        <translation>Veröffentlicht, für Scheduler, die es nicht mehr gibt</translation>
    </message>
    <message>
        <source>Read-ahead</source>
        <translation>Vorauslesen</translation>
    </message>
    <message>
        <source>Recommended</source>
        <translation>Empfohlen</translation>
    </message>
    <message>
        <source>Recommended settings of {device}</source>
        <translation>Empfohlene Einstellungen von {device}</translation>
    </message>
    <message>
        <source>Request queue size</source>
        <translation>Warteschlangengröße</translation>
    </message>
    <message>
        <source>Rests on</source>
        <translation>Grundlage</translation>
    </message>
    <message>
        <source>Risk</source>
        <translation>Risiko</translation>
    </message>
    <message>
        <source>Slices under one load may differ from separate runs: the same plan with the protocol “restarts” (tune --protocol restarts) confirms a result with a new start of fio for every run.</source>
        <translation>Abschnitte unter einer Last können anders ausfallen als einzelne Läufe: Derselbe Plan mit dem Verfahren „restarts“ (tune --protocol restarts) bestätigt ein Ergebnis, indem er fio für jeden Lauf neu startet.</translation>
    </message>
    <message>
        <source>Stripe cache</source>
        <translation>Stripe-Cache</translation>
    </message>
    <message>
        <source>The chance that anything claimed is false is at most {level:g} %: the score for the purpose is asked first and has half of it, then come the operations, then single numbers of threads, each group with Holm’s correction. Faster and slower need an interval without zero and a difference of at least {margin:g} %, the same needs an interval wholly within {margin:g} %. All else is inconclusive. Intervals of differences are as wide as that demands.</source>
        <translation>Die Wahrscheinlichkeit, dass irgendetwas Behauptetes falsch ist, beträgt höchstens {level:g} %: Zuerst wird nach der Punktzahl für den Zweck gefragt, die davon die Hälfte hat, dann nach den Operationen, dann nach einzelnen Thread-Zahlen, jede Gruppe mit der Korrektur von Holm. Schneller und langsamer verlangen ein Intervall ohne die Null und einen Unterschied von mindestens {margin:g} %, gleich verlangt ein Intervall ganz innerhalb von {margin:g} %. Alles andere ist nicht entschieden. Intervalle von Unterschieden sind so breit, wie das verlangt.</translation>
    </message>
    <message>
        <source>These intervals (t confidence sequences) hold however often one looks, so that a session may end as soon as it is decided.</source>
        <translation>Diese Intervalle (t-Konfidenzfolgen) gelten, so oft man auch nachsieht; eine Sitzung darf also enden, sobald sie entschieden ist.</translation>
    </message>
    <message>
        <source>Threads of the array</source>
        <translation>Threads des Verbunds</translation>
    </message>
    <message>
        <source>What is compared with what depends on what is known of the order of the runs.</source>
        <translation>Was womit verglichen wird, hängt davon ab, was über die Reihenfolge der Läufe bekannt ist.</translation>
    </message>
    <message>
        <source>What is published depends on the use, the priorities or the program.</source>
        <translation>Was veröffentlicht ist, hängt vom Zweck, den Prioritäten oder dem Programm ab.</translation>
    </message>
    <message>
        <source>What is published isn&apos;t possible here: {reasons}.</source>
        <translation>Was veröffentlicht ist, geht hier nicht: {reasons}.</translation>
    </message>
    <message>
        <source>Why these settings</source>
        <translation>Warum diese Einstellungen</translation>
    </message>
    <message>
        <source>creating files</source>
        <translation>Dateien anlegen</translation>
    </message>
    <message>
        <source>hardware RAID {level}</source>
        <translation>Hardware-RAID {level}</translation>
    </message>
    <message>
        <source>it didn&apos;t come to an end</source>
        <translation>es kam nicht zu einem Ende</translation>
    </message>
    <message>
        <source>it doesn&apos;t begin</source>
        <translation>es beginnt nicht</translation>
    </message>
    <message>
        <source>it doesn&apos;t begin with what is to be measured</source>
        <translation>es beginnt nicht mit dem, was gemessen werden soll</translation>
    </message>
    <message>
        <source>it doesn&apos;t relieve the processor. Its driver may do the work, as with a fake hardware RAID.</source>
        <translation>er entlastet den Prozessor nicht. Vielleicht tut sein Treiber die Arbeit, wie bei unechtem Hardware-RAID.</translation>
    </message>
    <message>
        <source>it doesn&apos;t tell its version but {text!r}</source>
        <translation>es nennt nicht seine Version, sondern {text!r}</translation>
    </message>
    <message>
        <source>it doesn&apos;t tell what it has done so far</source>
        <translation>es sagt nicht, was es bis jetzt getan hat</translation>
    </message>
    <message>
        <source>it encrypts the file</source>
        <translation>es verschlüsselt die Datei</translation>
    </message>
    <message>
        <source>it ended in the middle</source>
        <translation>es endete mittendrin</translation>
    </message>
    <message>
        <source>it ended with code {exit_code}</source>
        <translation>es endete mit Code {exit_code}</translation>
    </message>
    <message>
        <source>it has more than {most_rows} rows of means</source>
        <translation>sie hat mehr als {most_rows} Zeilen mit Mittelwerten</translation>
    </message>
    <message>
        <source>it holds more values than any result does</source>
        <translation>es enthält mehr Werte als irgendein Ergebnis</translation>
    </message>
    <message>
        <source>it holds no figures</source>
        <translation>es enthält keine Zahlen</translation>
    </message>
    <message>
        <source>it holds no jobs</source>
        <translation>es enthält keine Jobs</translation>
    </message>
    <message>
        <source>it holds partitions</source>
        <translation>er enthält Partitionen</translation>
    </message>
    <message>
        <source>it is cut off, or too large</source>
        <translation>es ist abgeschnitten oder zu groß</translation>
    </message>
    <message>
        <source>it is damaged ({error})</source>
        <translation>es ist beschädigt ({error})</translation>
    </message>
    <message>
        <source>it is in no form that is known</source>
        <translation>es hat kein bekanntes Format</translation>
    </message>
    <message>
        <source>it is nested too deeply</source>
        <translation>es ist zu tief verschachtelt</translation>
    </message>
    <message>
        <source>it is no command</source>
        <translation>es ist kein Befehl</translation>
    </message>
    <message>
        <source>it is no file</source>
        <translation>es ist keine Datei</translation>
    </message>
    <message>
        <source>it is no program</source>
        <translation>es ist kein Programm</translation>
    </message>
    <message>
        <source>it is no result of fio&apos;s</source>
        <translation>es ist kein Ergebnis von fio</translation>
    </message>
    <message>
        <source>it is not installed</source>
        <translation>er ist nicht installiert</translation>
    </message>
    <message>
        <source>it is of {version}: only 3.0 and later are known</source>
        <translation>es ist von {version}: bekannt sind nur 3.0 und spätere</translation>
    </message>
    <message>
        <source>it is too large</source>
        <translation>es ist zu groß</translation>
    </message>
    <message>
        <source>it is too large for a result</source>
        <translation>es ist zu groß für ein Ergebnis</translation>
    </message>
    <message>
        <source>it is too large for a result of {form}</source>
        <translation>es ist zu groß für ein Ergebnis von {form}</translation>
    </message>
    <message>
        <source>it isn&apos;t JSON ({error})</source>
        <translation>es ist kein JSON ({error})</translation>
    </message>
    <message>
        <source>it isn&apos;t TOML ({error})</source>
        <translation>es ist kein TOML ({error})</translation>
    </message>
    <message>
        <source>it isn&apos;t a drive of this computer</source>
        <translation>es ist kein Laufwerk dieses Rechners</translation>
    </message>
    <message>
        <source>it isn&apos;t known what is beneath it</source>
        <translation>es ist nicht bekannt, was darunter ist</translation>
    </message>
    <message>
        <source>it isn&apos;t known whether this model has it</source>
        <translation>es ist nicht bekannt, ob dieses Modell sie hat</translation>
    </message>
    <message>
        <source>it isn&apos;t sure which disk this unit is</source>
        <translation>es ist nicht sicher, welcher Datenträger diese Einheit ist</translation>
    </message>
    <message>
        <source>it isn&apos;t sure which unit of a controller this disk is</source>
        <translation>es ist nicht sicher, welche Einheit eines Controllers dieser Datenträger ist</translation>
    </message>
    <message>
        <source>it isn&apos;t text</source>
        <translation>es ist kein Text</translation>
    </message>
    <message>
        <source>it isn&apos;t text in UTF-8</source>
        <translation>es ist kein Text in UTF-8</translation>
    </message>
    <message>
        <source>it isn&apos;t told what was done: {line}</source>
        <translation>es ist nicht angegeben, was getan wurde: {line}</translation>
    </message>
    <message>
        <source>it lies in memory</source>
        <translation>es liegt im Speicher</translation>
    </message>
    <message>
        <source>it may not be executed</source>
        <translation>es darf nicht ausgeführt werden</translation>
    </message>
    <message>
        <source>it relieves the processor, as genuine hardware RAID does.</source>
        <translation>er entlastet den Prozessor, wie echtes Hardware-RAID es tut.</translation>
    </message>
    <message>
        <source>it says nothing</source>
        <translation>es sagt nichts</translation>
    </message>
    <message>
        <source>it speaks protocol {protocol}, not {ours}</source>
        <translation>er spricht Protokoll {protocol}, nicht {ours}</translation>
    </message>
    <message>
        <source>it took longer than {duration_s:.0f} s and was ended</source>
        <translation>es dauerte länger als {duration_s:.0f} s und wurde beendet</translation>
    </message>
    <message>
        <source>it took too long altogether</source>
        <translation>es dauerte insgesamt zu lange</translation>
    </message>
    <message>
        <source>it was ended by signal {code}</source>
        <translation>es wurde durch Signal {code} beendet</translation>
    </message>
    <message>
        <source>its MB/s and its IOPS contradict each other</source>
        <translation>MB/s und IOPS widersprechen sich darin</translation>
    </message>
    <message>
        <source>its answer can&apos;t be understood</source>
        <translation>seine Antwort ist nicht zu verstehen</translation>
    </message>
    <message>
        <source>its answer can&apos;t be understood: {said}</source>
        <translation>seine Antwort ist nicht zu verstehen: {said}</translation>
    </message>
    <message>
        <source>its clean-up {label} failed: {reason}</source>
        <translation>sein Aufräumen {label} schlug fehl: {reason}</translation>
    </message>
    <message>
        <source>its controller says that it is {status}</source>
        <translation>sein Controller nennt es {status}</translation>
    </message>
    <message>
        <source>its controller works on it ({status}): wait for its end</source>
        <translation>sein Controller arbeitet daran ({status}): warten Sie das Ende ab</translation>
    </message>
    <message>
        <source>its controller works on it ({status}, {percent:.0f} % done): wait for its end</source>
        <translation>sein Controller arbeitet daran ({status}, zu {percent:.0f} % erledigt): warten Sie das Ende ab</translation>
    </message>
    <message>
        <source>its disk is in another computer</source>
        <translation>sein Datenträger ist in einem anderen Rechner</translation>
    </message>
    <message>
        <source>its preparation {label} failed: {reason}</source>
        <translation>seine Vorbereitung {label} schlug fehl: {reason}</translation>
    </message>
    <message>
        <source>its result can&apos;t be understood ({error!r})</source>
        <translation>sein Ergebnis ist nicht zu verstehen ({error!r})</translation>
    </message>
    <message>
        <source>its result doesn&apos;t come to an end</source>
        <translation>sein Ergebnis kommt nicht zu einem Ende</translation>
    </message>
    <message>
        <source>its result holds no jobs</source>
        <translation>sein Ergebnis enthält keine Jobs</translation>
    </message>
    <message>
        <source>its result holds {jobs} jobs instead of {streams}</source>
        <translation>sein Ergebnis enthält {jobs} Jobs statt {streams}</translation>
    </message>
    <message>
        <source>its result is cut off in the middle</source>
        <translation>sein Ergebnis ist mittendrin abgeschnitten</translation>
    </message>
    <message>
        <source>its schema_version is {version}, and this Storage Tuner knows {schema_version} only</source>
        <translation>seine schema_version ist {version}, und dieser Storage Tuner kennt nur {schema_version}</translation>
    </message>
    <message>
        <source>its streams have more than {most_threads} threads together</source>
        <translation>seine Ströme haben zusammen mehr als {most_threads} Threads</translation>
    </message>
    <message>
        <source>its system service is not installed</source>
        <translation>sein Systemdienst ist nicht installiert</translation>
    </message>
    <message>
        <source>its value is unknown: {failure}</source>
        <translation>sein Wert ist unbekannt: {failure}</translation>
    </message>
    <message>
        <source>its zones must be written in order, for which Linux before 6.10 needs mq-deadline</source>
        <translation>seine Zonen müssen der Reihe nach beschrieben werden; dafür braucht Linux vor 6.10 mq-deadline</translation>
    </message>
    <message>
        <source>itself</source>
        <translation>sich selbst</translation>
    </message>
    <message>
        <source>keep</source>
        <translation>behalten</translation>
    </message>
    <message>
        <source>kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>kernel command line</source>
        <translation>Kommandozeile des Kernels</translation>
    </message>
    <message>
        <source>keys that stand twice with different values were left out: {keys}</source>
        <translation>Schlüssel, die zweimal mit verschiedenen Werten dastehen, wurden weggelassen: {keys}</translation>
    </message>
    <message>
        <source>kyber where the slowest reads of fast storage matter.</source>
        <translation>kyber, wo die langsamsten Lesezugriffe schnellen Speichers zählen.</translation>
    </message>
    <message>
        <source>layout</source>
        <translation>Anordnung</translation>
    </message>
    <message>
        <source>leave it</source>
        <translation>so lassen</translation>
    </message>
    <message>
        <source>length of a run</source>
        <translation>Länge eines Laufs</translation>
    </message>
    <message>
        <source>less</source>
        <translation>weniger</translation>
    </message>
    <message>
        <source>less was done: the load may have waited where the kernel doesn&apos;t count it</source>
        <translation>es wurde weniger getan: Die Last hat womöglich dort gewartet, wo der Kernel es nicht zählt</translation>
    </message>
    <message>
        <source>libata.force=noncq stands on the kernel&apos;s command line</source>
        <translation>libata.force=noncq steht auf der Kernel-Befehlszeile</translation>
    </message>
    <message>
        <source>line {line_num} has {cells} cells, the header {width}</source>
        <translation>Zeile {line_num} hat {cells} Zellen, die Kopfzeile {width}</translation>
    </message>
    <message>
        <source>line {line_num}: {error}</source>
        <translation>Zeile {line_num}: {error}</translation>
    </message>
    <message>
        <source>line {line}, column {column}: {reason}</source>
        <translation>Zeile {line}, Spalte {column}: {reason}</translation>
    </message>
    <message>
        <source>line {number} is longer than {most:,} characters</source>
        <translation>Zeile {number} ist länger als {most:,} Zeichen</translation>
    </message>
    <message>
        <source>live reads</source>
        <translation>Live-Lesen</translation>
    </message>
    <message>
        <source>live writes</source>
        <translation>Live-Schreiben</translation>
    </message>
    <message>
        <source>loading a database</source>
        <translation>Laden einer Datenbank</translation>
    </message>
    <message>
        <source>log</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>lookups</source>
        <translation>Nachschlagen</translation>
    </message>
    <message>
        <source>low</source>
        <translation>gering</translation>
    </message>
    <message>
        <source>mail server</source>
        <translation>Mailserver</translation>
    </message>
    <message>
        <source>many folders side by side</source>
        <translation>viele Ordner nebeneinander</translation>
    </message>
    <message>
        <source>many waiting at each disk</source>
        <translation>viele warten an jedem Datenträger</translation>
    </message>
    <message>
        <source>mapped</source>
        <translation>zugeordnet</translation>
    </message>
    <message>
        <source>may stall</source>
        <translation>kann blockieren</translation>
    </message>
    <message>
        <source>md cost at most 28 % of the processors.</source>
        <translation>md kostete höchstens 28 % der Prozessoren.</translation>
    </message>
    <message>
        <source>md(4) still describes far like this; by how much, only the disks tell.</source>
        <translation>md(4) beschreibt „far“ noch immer so; um wie viel, zeigen nur die Platten.</translation>
    </message>
    <message>
        <source>mean latency</source>
        <translation>mittlere Latenz</translation>
    </message>
    <message>
        <source>means are no runs and can&apos;t be kept; &apos;storage-tuner verdict&apos; judges them</source>
        <translation>Mittelwerte sind keine Läufe und lassen sich nicht aufheben; &apos;storage-tuner verdict&apos; beurteilt sie</translation>
    </message>
    <message>
        <source>measure the members one by one: storage-tuner sweep MEMBER; their health: storage-tuner show MEMBER --health</source>
        <translation>die Mitglieder einzeln messen: storage-tuner sweep MITGLIED; ihr Zustand: storage-tuner show MITGLIED --health</translation>
    </message>
    <message>
        <source>measured here</source>
        <translation>hier gemessen</translation>
    </message>
    <message>
        <source>measured size</source>
        <translation>gemessene Größe</translation>
    </message>
    <message>
        <source>measured, inconclusive</source>
        <translation>gemessen, nicht entschieden</translation>
    </message>
    <message>
        <source>measurement</source>
        <translation>Messung</translation>
    </message>
    <message>
        <source>measurement on Linux {version}</source>
        <translation>Messung unter Linux {version}</translation>
    </message>
    <message>
        <source>measuring it to the end (--resume)</source>
        <translation>zu Ende messen (--resume)</translation>
    </message>
    <message>
        <source>measuring the disk itself, or a folder on it</source>
        <translation>den Datenträger selbst messen, oder einen Ordner darauf</translation>
    </message>
    <message>
        <source>measuring writing too, in a folder on it</source>
        <translation>auch Schreiben messen, in einem Ordner darauf</translation>
    </message>
    <message>
        <source>medium</source>
        <translation>mittel</translation>
    </message>
    <message>
        <source>member of the ZFS pool {pool}</source>
        <translation>Mitglied des ZFS-Pools {pool}</translation>
    </message>
    <message>
        <source>member of {block}</source>
        <translation>Mitglied von {block}</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>mitigations</source>
        <translation>Schutzmaßnahmen (mitigations)</translation>
    </message>
    <message>
        <source>mixed work</source>
        <translation>gemischte Arbeit</translation>
    </message>
    <message>
        <source>more</source>
        <translation>mehr</translation>
    </message>
    <message>
        <source>more than {value}</source>
        <translation>mehr als {value}</translation>
    </message>
    <message>
        <source>mounted at {point}</source>
        <translation>eingehängt unter {point}</translation>
    </message>
    <message>
        <source>mq-deadline first for sequential, database and general load on spinning disks; avoid none.</source>
        <translation>mq-deadline zuerst für sequenzielle, Datenbank- und allgemeine Last auf drehenden Festplatten; none meiden.</translation>
    </message>
    <message>
        <source>mq-deadline for SATA SSDs.</source>
        <translation>mq-deadline für SATA-SSDs.</translation>
    </message>
    <message>
        <source>mq-deadline on spinning disks.</source>
        <translation>mq-deadline auf drehenden Festplatten.</translation>
    </message>
    <message>
        <source>mq-deadline, then none, for SATA SSDs; avoid bfq.</source>
        <translation>mq-deadline, dann none, für SATA-SSDs; bfq meiden.</translation>
    </message>
    <message>
        <source>mssql: swappiness 1, dirty_background_ratio 3, dirty_ratio 80.</source>
        <translation>mssql: swappiness 1, dirty_background_ratio 3, dirty_ratio 80.</translation>
    </message>
    <message>
        <source>multi-queue schedulers since 4.11; the only ones since 5.0</source>
        <translation>Multi-Queue-Scheduler seit 4.11; seit 5.0 die einzigen</translation>
    </message>
    <message>
        <source>nested too deeply</source>
        <translation>zu tief verschachtelt</translation>
    </message>
    <message>
        <source>network</source>
        <translation>Netzwerk</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
    <message>
        <source>no difference</source>
        <translation>kein Unterschied</translation>
    </message>
    <message>
        <source>no figure published</source>
        <translation>keine Zahl veröffentlicht</translation>
    </message>
    <message>
        <source>no permission to ask the drive</source>
        <translation>keine Berechtigung, das Laufwerk zu fragen</translation>
    </message>
    <message>
        <source>no permission to read it</source>
        <translation>keine Berechtigung, es zu lesen</translation>
    </message>
    <message>
        <source>no read-ahead (buffered reading)</source>
        <translation>kein Vorauslesen (gepuffertes Lesen)</translation>
    </message>
    <message>
        <source>no run succeeds. {reason}</source>
        <translation>kein Lauf gelingt. {reason}</translation>
    </message>
    <message>
        <source>none for NVMe drives behind a PERC.</source>
        <translation>none für NVMe-Laufwerke hinter einem PERC.</translation>
    </message>
    <message>
        <source>none on SSDs and NVMe.</source>
        <translation>none auf SSDs und NVMe.</translation>
    </message>
    <message>
        <source>none on {names}</source>
        <translation>none auf {names}</translation>
    </message>
    <message>
        <source>none that could be switched</source>
        <translation>keiner, der sich umschalten ließe</translation>
    </message>
    <message>
        <source>noop in a virtual machine.</source>
        <translation>noop in einer virtuellen Maschine.</translation>
    </message>
    <message>
        <source>noop lives on as none and deadline as mq-deadline; which one suits a controller can only be measured.</source>
        <translation>noop lebt als none und deadline als mq-deadline weiter; was zu einem Controller passt, lässt sich nur messen.</translation>
    </message>
    <message>
        <source>noop lives on as none, deadline as mq-deadline.</source>
        <translation>noop lebt als none weiter, deadline als mq-deadline.</translation>
    </message>
    <message>
        <source>noop lives on as none.</source>
        <translation>noop lebt als none weiter.</translation>
    </message>
    <message>
        <source>noop or deadline for MySQL.</source>
        <translation>noop oder deadline für MySQL.</translation>
    </message>
    <message>
        <source>not a drive</source>
        <translation>kein Laufwerk</translation>
    </message>
    <message>
        <source>not a number</source>
        <translation>keine Zahl</translation>
    </message>
    <message>
        <source>not a text</source>
        <translation>kein Text</translation>
    </message>
    <message>
        <source>not all variants were measured with the same numbers of threads</source>
        <translation>nicht alle Varianten wurden mit denselben Thread-Zahlen gemessen</translation>
    </message>
    <message>
        <source>not an attribute</source>
        <translation>kein Attribut</translation>
    </message>
    <message>
        <source>not asked: {failure}</source>
        <translation>nicht gefragt: {failure}</translation>
    </message>
    <message>
        <source>not confirmed</source>
        <translation>nicht bestätigt</translation>
    </message>
    <message>
        <source>not on a bus</source>
        <translation>an keinem Bus</translation>
    </message>
    <message>
        <source>not one request was completed in the time given</source>
        <translation>keine einzige Anfrage wurde in der gegebenen Zeit fertig</translation>
    </message>
    <message>
        <source>not supported by this device</source>
        <translation>von diesem Gerät nicht unterstützt</translation>
    </message>
    <message>
        <source>not there on {disks}</source>
        <translation>nicht vorhanden auf {disks}</translation>
    </message>
    <message>
        <source>not told</source>
        <translation>nicht angegeben</translation>
    </message>
    <message>
        <source>not understood: {line}</source>
        <translation>nicht zu verstehen: {line}</translation>
    </message>
    <message>
        <source>not {value}</source>
        <translation>nicht {value}</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>nothing can be read of it now</source>
        <translation>daraus kann gerade nichts gelesen werden</translation>
    </message>
    <message>
        <source>nothing changed</source>
        <translation>nichts geändert</translation>
    </message>
    <message>
        <source>nothing is known of {name} beneath it</source>
        <translation>über {name} darunter ist nichts bekannt</translation>
    </message>
    <message>
        <source>nothing known was found on it</source>
        <translation>nichts Bekanntes wurde darauf gefunden</translation>
    </message>
    <message>
        <source>nothing published</source>
        <translation>nichts veröffentlicht</translation>
    </message>
    <message>
        <source>nothing stands there</source>
        <translation>dort steht nichts</translation>
    </message>
    <message>
        <source>number of disks</source>
        <translation>Zahl der Datenträger</translation>
    </message>
    <message>
        <source>of each, by your aims, {told}</source>
        <translation>davon jeweils, nach Ihren Zielen, {told}</translation>
    </message>
    <message>
        <source>of each, by your aims, {told} ({left} has one figure a test and can&apos;t be weighed)</source>
        <translation>davon jeweils, nach Ihren Zielen, {told} ({left} hat eine Zahl je Test und lässt sich nicht gewichten)</translation>
    </message>
    <message>
        <source>of its controller</source>
        <translation>seines Controllers</translation>
    </message>
    <message>
        <source>off on {names}</source>
        <translation>aus auf {names}</translation>
    </message>
    <message>
        <source>on battery</source>
        <translation>auf Batterie</translation>
    </message>
    <message>
        <source>on mains power</source>
        <translation>am Stromnetz</translation>
    </message>
    <message>
        <source>on {host}</source>
        <translation>auf {host}</translation>
    </message>
    <message>
        <source>one member slower than the others</source>
        <translation>ein Mitglied, das langsamer ist als die anderen</translation>
    </message>
    <message>
        <source>one of {choices} is expected</source>
        <translation>erwartet wird eines von {choices}</translation>
    </message>
    <message>
        <source>one of {known} is expected</source>
        <translation>erwartet wird eines von {known}</translation>
    </message>
    <message>
        <source>one of {words} is expected, not {word!r}</source>
        <translation>erwartet wird eines von {words}, nicht {word!r}</translation>
    </message>
    <message>
        <source>one request at a time</source>
        <translation>eine Anfrage nach der anderen</translation>
    </message>
    <message>
        <source>one row per run</source>
        <translation>eine Zeile je Lauf</translation>
    </message>
    <message>
        <source>one run: not judged</source>
        <translation>ein Lauf: nicht beurteilt</translation>
    </message>
    <message>
        <source>one stream to many</source>
        <translation>ein Strom bis viele</translation>
    </message>
    <message>
        <source>only a hypothesis today</source>
        <translation>heute nur eine Vermutung</translation>
    </message>
    <message>
        <source>only arrays have it</source>
        <translation>nur Verbünde haben es</translation>
    </message>
    <message>
        <source>only units of a 3ware controller have it</source>
        <translation>nur Einheiten eines 3ware-Controllers haben es</translation>
    </message>
    <message>
        <source>only with 1 thread all were measured</source>
        <translation>nur mit 1 Thread wurden alle gemessen</translation>
    </message>
    <message>
        <source>only with the scheduler {scheduler}</source>
        <translation>nur mit dem Scheduler {scheduler}</translation>
    </message>
    <message>
        <source>only with {threads} threads all were measured</source>
        <translation>nur mit {threads} Threads wurden alle gemessen</translation>
    </message>
    <message>
        <source>operations</source>
        <translation>Operationen</translation>
    </message>
    <message>
        <source>optical</source>
        <translation>optisch</translation>
    </message>
    <message>
        <source>oracle: dirty_background_ratio 3, dirty_ratio 40, dirty_expire_centisecs 500, dirty_writeback_centisecs 100, swappiness 10.</source>
        <translation>oracle: dirty_background_ratio 3, dirty_ratio 40, dirty_expire_centisecs 500, dirty_writeback_centisecs 100, swappiness 10.</translation>
    </message>
    <message>
        <source>order is for streams that only read or only write</source>
        <translation>order ist für Ströme, die nur lesen oder nur schreiben</translation>
    </message>
    <message>
        <source>order is for the modes that aren&apos;t random</source>
        <translation>order ist für die Arten, die nicht wahlfrei sind</translation>
    </message>
    <message>
        <source>other activity</source>
        <translation>andere Aktivität</translation>
    </message>
    <message>
        <source>other programs kept the processors busy</source>
        <translation>andere Programme beschäftigten die Prozessoren</translation>
    </message>
    <message>
        <source>other programs on the same disks</source>
        <translation>andere Programme auf denselben Datenträgern</translation>
    </message>
    <message>
        <source>other programs used the disk</source>
        <translation>andere Programme nutzten den Datenträger</translation>
    </message>
    <message>
        <source>other work</source>
        <translation>andere Arbeit</translation>
    </message>
    <message>
        <source>others want it as it is</source>
        <translation>andere wollen es, wie es ist</translation>
    </message>
    <message>
        <source>page per member</source>
        <translation>Seite je Mitglied</translation>
    </message>
    <message>
        <source>pages</source>
        <translation>Seiten</translation>
    </message>
    <message>
        <source>pages per member</source>
        <translation>Seiten je Mitglied</translation>
    </message>
    <message>
        <source>partitions</source>
        <translation>Partitionen</translation>
    </message>
    <message>
        <source>partitions that don&apos;t begin at a physical block</source>
        <translation>Partitionen, die nicht an einem physischen Block beginnen</translation>
    </message>
    <message>
        <source>passed</source>
        <translation>bestanden</translation>
    </message>
    <message>
        <source>physics</source>
        <translation>Physik</translation>
    </message>
    <message>
        <source>pkexec is not installed</source>
        <translation>pkexec ist nicht installiert</translation>
    </message>
    <message>
        <source>plain text of at most {most} characters</source>
        <translation>einfacher Text mit höchstens {most} Zeichen</translation>
    </message>
    <message>
        <source>polkit isn&apos;t running, which asks for the password</source>
        <translation>polkit läuft nicht, das nach dem Passwort fragt</translation>
    </message>
    <message>
        <source>postgresql: dirty_background_bytes 64 MiB, dirty_bytes 512 MiB, swappiness 3.</source>
        <translation>postgresql: dirty_background_bytes 64 MiB, dirty_bytes 512 MiB, swappiness 3.</translation>
    </message>
    <message>
        <source>practice disk</source>
        <translation>Übungs-Datenträger</translation>
    </message>
    <message>
        <source>priority_level without priority_class</source>
        <translation>priority_level ohne priority_class</translation>
    </message>
    <message>
        <source>processor</source>
        <translation>Prozessor</translation>
    </message>
    <message>
        <source>processor frequencies</source>
        <translation>Taktfrequenzen der Prozessoren</translation>
    </message>
    <message>
        <source>program start</source>
        <translation>Programmstart</translation>
    </message>
    <message>
        <source>protect switches the write cache off when the unit is degraded, balance keeps it on, perform also does without the controller&apos;s journal.</source>
        <translation>protect schaltet den Schreibcache ab, wenn die Einheit unvollständig ist, balance lässt ihn an, perform verzichtet auch auf das Journal des Controllers.</translation>
    </message>
    <message>
        <source>protocol</source>
        <translation>Verfahren</translation>
    </message>
    <message>
        <source>published: what NCQ or a scheduler gains by sorting</source>
        <translation>veröffentlicht: was NCQ oder ein Scheduler durch Sortieren gewinnt</translation>
    </message>
    <message>
        <source>published: {author}</source>
        <translation>veröffentlicht: {author}</translation>
    </message>
    <message>
        <source>published: {author}, {count} more</source>
        <translation>veröffentlicht: {author}, {count} weitere</translation>
    </message>
    <message>
        <source>queue depth not told</source>
        <translation>Warteschlangentiefe nicht angegeben</translation>
    </message>
    <message>
        <source>queue depth {depth}</source>
        <translation>Warteschlangentiefe {depth}</translation>
    </message>
    <message>
        <source>random mix of synchronous writes</source>
        <translation>wahlfreie Mischung mit synchronem Schreiben</translation>
    </message>
    <message>
        <source>random mix with fsync</source>
        <translation>wahlfreie Mischung mit fsync</translation>
    </message>
    <message>
        <source>random mix with fsync, {size}</source>
        <translation>wahlfreie Mischung mit fsync, {size}</translation>
    </message>
    <message>
        <source>random mix without fsync</source>
        <translation>wahlfreie Mischung ohne fsync</translation>
    </message>
    <message>
        <source>random mix, 70 % reads</source>
        <translation>wahlfreie Mischung, 70 % Lesen</translation>
    </message>
    <message>
        <source>random read</source>
        <translation>wahlfreies Lesen</translation>
    </message>
    <message>
        <source>random read, first tenth of the disk</source>
        <translation>wahlfreies Lesen, erstes Zehntel des Datenträgers</translation>
    </message>
    <message>
        <source>random read, {size}</source>
        <translation>wahlfreies Lesen, {size}</translation>
    </message>
    <message>
        <source>random reads</source>
        <translation>wahlfreies Lesen</translation>
    </message>
    <message>
        <source>random write</source>
        <translation>wahlfreies Schreiben</translation>
    </message>
    <message>
        <source>random write, {size}</source>
        <translation>wahlfreies Schreiben, {size}</translation>
    </message>
    <message>
        <source>random, mixed</source>
        <translation>wahlfrei, gemischt</translation>
    </message>
    <message>
        <source>rate_iops is so small that reads or writes of the mix would get none of it</source>
        <translation>rate_iops ist so klein, dass Lesen oder Schreiben der Mischung nichts davon bekäme</translation>
    </message>
    <message>
        <source>reading everything</source>
        <translation>alles lesen</translation>
    </message>
    <message>
        <source>ready</source>
        <translation>bereit</translation>
    </message>
    <message>
        <source>real-time</source>
        <translation>Echtzeit</translation>
    </message>
    <message>
        <source>real-time I/O priority</source>
        <translation>Echtzeit-E/A-Priorität</translation>
    </message>
    <message>
        <source>recorder</source>
        <translation>Aufnahme</translation>
    </message>
    <message>
        <source>recover</source>
        <translation>Rebuild</translation>
    </message>
    <message>
        <source>region_start_percent and region_percent are {percent} %</source>
        <translation>region_start_percent und region_percent sind {percent} %</translation>
    </message>
    <message>
        <source>repair</source>
        <translation>Reparatur</translation>
    </message>
    <message>
        <source>repeated runs</source>
        <translation>wiederholten Läufe</translation>
    </message>
    <message>
        <source>request</source>
        <translation>Anfrage</translation>
    </message>
    <message>
        <source>requests</source>
        <translation>Anfragen</translation>
    </message>
    <message>
        <source>requests of unknown or different sizes</source>
        <translation>Anfragen unbekannter oder verschiedener Größe</translation>
    </message>
    <message>
        <source>reshape</source>
        <translation>Umbau</translation>
    </message>
    <message>
        <source>resync</source>
        <translation>Resync</translation>
    </message>
    <message>
        <source>same</source>
        <translation>gleich</translation>
    </message>
    <message>
        <source>same (within {percent:g} %)</source>
        <translation>gleich (bis auf {percent:g} %)</translation>
    </message>
    <message>
        <source>sap-hana: dirty_background_ratio 10, dirty_ratio 40, swappiness 10.</source>
        <translation>sap-hana: dirty_background_ratio 10, dirty_ratio 40, swappiness 10.</translation>
    </message>
    <message>
        <source>scheduler before</source>
        <translation>Scheduler vorher</translation>
    </message>
    <message>
        <source>sector</source>
        <translation>Sektor</translation>
    </message>
    <message>
        <source>sectors</source>
        <translation>Sektoren</translation>
    </message>
    <message>
        <source>sequential read</source>
        <translation>sequenzielles Lesen</translation>
    </message>
    <message>
        <source>sequential read, end of the disk</source>
        <translation>sequenzielles Lesen, Ende des Datenträgers</translation>
    </message>
    <message>
        <source>sequential read, middle of the disk</source>
        <translation>sequenzielles Lesen, Mitte des Datenträgers</translation>
    </message>
    <message>
        <source>sequential read, start of the disk</source>
        <translation>sequenzielles Lesen, Anfang des Datenträgers</translation>
    </message>
    <message>
        <source>sequential stream beside random reads</source>
        <translation>sequenzieller Strom neben wahlfreiem Lesen</translation>
    </message>
    <message>
        <source>sequential write</source>
        <translation>sequenzielles Schreiben</translation>
    </message>
    <message>
        <source>sequential write beside random reads</source>
        <translation>sequenzielles Schreiben neben wahlfreiem Lesen</translation>
    </message>
    <message>
        <source>shorter</source>
        <translation>kürzer</translation>
    </message>
    <message>
        <source>simple merges</source>
        <translation>einfach zusammenfassen</translation>
    </message>
    <message>
        <source>since 3.12</source>
        <translation>seit 3.12</translation>
    </message>
    <message>
        <source>since 4.10</source>
        <translation>seit 4.10</translation>
    </message>
    <message>
        <source>single runs are far slower than the rest: longer runs decide more than more runs</source>
        <translation>einzelne Läufe sind viel langsamer als die übrigen: längere Läufe entscheiden mehr als mehr Läufe</translation>
    </message>
    <message>
        <source>slices</source>
        <translation>Abschnitte</translation>
    </message>
    <message>
        <source>slower</source>
        <translation>langsamer</translation>
    </message>
    <message>
        <source>small files in few folders</source>
        <translation>kleine Dateien in wenigen Ordnern</translation>
    </message>
    <message>
        <source>small files in nested folders</source>
        <translation>kleine Dateien in verschachtelten Ordnern</translation>
    </message>
    <message>
        <source>small requests, without a write cache</source>
        <translation>kleine Anfragen, ohne Schreibcache</translation>
    </message>
    <message>
        <source>smartctl knows no way through this USB adapter</source>
        <translation>smartctl kennt keinen Weg durch diesen USB-Adapter</translation>
    </message>
    <message>
        <source>smartctl knows no way to ask this kind of drive</source>
        <translation>smartctl kann diese Art von Laufwerk nicht fragen</translation>
    </message>
    <message>
        <source>smartctl says: {said}</source>
        <translation>smartctl sagt: {said}</translation>
    </message>
    <message>
        <source>smartctl&apos;s answer can&apos;t be read</source>
        <translation>die Antwort von smartctl ist nicht lesbar</translation>
    </message>
    <message>
        <source>software RAID {level}</source>
        <translation>Software-RAID {level}</translation>
    </message>
    <message>
        <source>some of its jobs can&apos;t be understood</source>
        <translation>einige seiner Jobs sind nicht zu verstehen</translation>
    </message>
    <message>
        <source>somebody else changed a setting meanwhile</source>
        <translation>jemand anderes änderte inzwischen eine Einstellung</translation>
    </message>
    <message>
        <source>something (left out)</source>
        <translation>etwas (weggelassen)</translation>
    </message>
    <message>
        <source>spread</source>
        <translation>Streuung</translation>
    </message>
    <message>
        <source>spread at most {spread:.0f} %, slope at most {slope:.0f} % over {window} blocks</source>
        <translation>Streuung höchstens {spread:.0f} %, Anstieg höchstens {slope:.0f} % über {window} Blöcke</translation>
    </message>
    <message>
        <source>storage-tuner show {name}: Array</source>
        <translation>storage-tuner show {name}: Array</translation>
    </message>
    <message>
        <source>storage-tuner show {name}: Write cache; of a controller its policy wrcache</source>
        <translation>storage-tuner show {name}: Write cache; bei einem Controller seine Richtlinie wrcache</translation>
    </message>
    <message>
        <source>storage-tuner show {name}: read_ahead_kb</source>
        <translation>storage-tuner show {name}: read_ahead_kb</translation>
    </message>
    <message>
        <source>streaming</source>
        <translation>Streaming</translation>
    </message>
    <message>
        <source>streaming media</source>
        <translation>Medien-Streaming</translation>
    </message>
    <message>
        <source>strict_guarantees 1 sends one request at a time and waits at least 8 ms: it costs much throughput.</source>
        <translation>strict_guarantees 1 sendet eine Anfrage nach der anderen und wartet mindestens 8 ms: Es kostet viel Durchsatz.</translation>
    </message>
    <message>
        <source>stride_blocks is for the order strided</source>
        <translation>stride_blocks ist für die Reihenfolge strided</translation>
    </message>
    <message>
        <source>such a test ends by itself</source>
        <translation>ein solcher Test endet von selbst</translation>
    </message>
    <message>
        <source>swap</source>
        <translation>Auslagerungsbereich</translation>
    </message>
    <message>
        <source>synchronous and fsync_every: after a synchronous write there is nothing to wait for</source>
        <translation>synchronous und fsync_every: Nach einem synchronen Schreiben gibt es nichts abzuwarten</translation>
    </message>
    <message>
        <source>system</source>
        <translation>System</translation>
    </message>
    <message>
        <source>table scans</source>
        <translation>Tabellen durchlesen</translation>
    </message>
    <message>
        <source>target</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>temperature</source>
        <translation>Temperatur</translation>
    </message>
    <message numerus="yes">
        <source>tests with {counts} threads</source>
        <translation>
            <numerusform>Tests mit {counts} Thread</numerusform>
            <numerusform>Tests mit {counts} Threads</numerusform>
        </translation>
    </message>
    <message>
        <source>that would be {things} folders and files; at most {most_files} and {most_tree_bytes} are made</source>
        <translation>das wären {things} Ordner und Dateien; höchstens {most_files} und {most_tree_bytes} werden angelegt</translation>
    </message>
    <message>
        <source>the JSON that begins here breaks off</source>
        <translation>das JSON, das hier beginnt, bricht ab</translation>
    </message>
    <message>
        <source>the JSON that begins here can&apos;t be read from line {line} on</source>
        <translation>das JSON, das hier beginnt, ist ab Zeile {line} nicht zu lesen</translation>
    </message>
    <message>
        <source>the computer was unplugged</source>
        <translation>der Rechner wurde vom Stromnetz getrennt</translation>
    </message>
    <message>
        <source>the controller doesn&apos;t tell</source>
        <translation>der Controller sagt es nicht</translation>
    </message>
    <message>
        <source>the controller of {name} began to work by itself ({status})</source>
        <translation>der Controller von {name} begann von selbst zu arbeiten ({status})</translation>
    </message>
    <message>
        <source>the controller of {name} ended its work</source>
        <translation>der Controller von {name} hat seine Arbeit beendet</translation>
    </message>
    <message>
        <source>the controller says {value}, which isn&apos;t known</source>
        <translation>der Controller sagt {value}, was nicht bekannt ist</translation>
    </message>
    <message>
        <source>the controller&apos;s work on {name} ({status}{done})</source>
        <translation>Arbeit des Controllers an {name} ({status}{done})</translation>
    </message>
    <message>
        <source>the current settings</source>
        <translation>die jetzigen Einstellungen</translation>
    </message>
    <message>
        <source>the database is Cassandra</source>
        <translation>die Datenbank Cassandra ist</translation>
    </message>
    <message>
        <source>the database is MongoDB</source>
        <translation>die Datenbank MongoDB ist</translation>
    </message>
    <message>
        <source>the database is MySQL</source>
        <translation>die Datenbank MySQL ist</translation>
    </message>
    <message>
        <source>the database is Oracle</source>
        <translation>die Datenbank Oracle ist</translation>
    </message>
    <message>
        <source>the database is PostgreSQL</source>
        <translation>die Datenbank PostgreSQL ist</translation>
    </message>
    <message>
        <source>the database is SAP HANA</source>
        <translation>die Datenbank SAP HANA ist</translation>
    </message>
    <message>
        <source>the database is SQL Server</source>
        <translation>die Datenbank SQL Server ist</translation>
    </message>
    <message>
        <source>the database is being loaded</source>
        <translation>die Datenbank geladen wird</translation>
    </message>
    <message>
        <source>the device is gone</source>
        <translation>das Gerät ist fort</translation>
    </message>
    <message>
        <source>the disk in its place has another serial number</source>
        <translation>der Datenträger an seinem Platz hat eine andere Seriennummer</translation>
    </message>
    <message>
        <source>the disk in its place has another size</source>
        <translation>der Datenträger an seinem Platz hat eine andere Größe</translation>
    </message>
    <message>
        <source>the drive doesn&apos;t keep account of its health (SMART)</source>
        <translation>das Laufwerk führt nicht Buch über seinen Zustand (SMART)</translation>
    </message>
    <message>
        <source>the drive doesn&apos;t support it</source>
        <translation>das Laufwerk unterstützt es nicht</translation>
    </message>
    <message>
        <source>the drive doesn&apos;t tell</source>
        <translation>das Laufwerk sagt es nicht</translation>
    </message>
    <message>
        <source>the drive doesn&apos;t tell, and the kernel then takes it for a spinning one</source>
        <translation>das Laufwerk sagt es nicht, und der Kernel hält es dann für ein drehendes</translation>
    </message>
    <message>
        <source>the drive has none</source>
        <translation>das Laufwerk hat keine</translation>
    </message>
    <message>
        <source>the drive is asleep</source>
        <translation>das Laufwerk schläft</translation>
    </message>
    <message>
        <source>the drive itself says otherwise</source>
        <translation>das Laufwerk selbst sagt es anders</translation>
    </message>
    <message>
        <source>the driver doesn&apos;t let the queue depth be set</source>
        <translation>der Treiber lässt die Warteschlangentiefe nicht setzen</translation>
    </message>
    <message>
        <source>the driver {driver} doesn&apos;t support it</source>
        <translation>der Treiber {driver} unterstützt es nicht</translation>
    </message>
    <message>
        <source>the engine follows from queue_depth</source>
        <translation>das Verfahren folgt aus queue_depth</translation>
    </message>
    <message>
        <source>the file system is Spectrum Scale</source>
        <translation>das Dateisystem Spectrum Scale ist</translation>
    </message>
    <message>
        <source>the job {name} ended with error {error}</source>
        <translation>der Job {name} endete mit Fehler {error}</translation>
    </message>
    <message>
        <source>the job {name} moved nothing</source>
        <translation>der Job {name} bewegte nichts</translation>
    </message>
    <message>
        <source>the kernel doesn&apos;t tell</source>
        <translation>der Kernel sagt es nicht</translation>
    </message>
    <message>
        <source>the label is empty</source>
        <translation>die Bezeichnung ist leer</translation>
    </message>
    <message>
        <source>the live view, or iostat -x 1</source>
        <translation>die Live-Ansicht, oder iostat -x 1</translation>
    </message>
    <message>
        <source>the load that is there</source>
        <translation>die Last, die da ist</translation>
    </message>
    <message>
        <source>the mode {mode} needs write_percent</source>
        <translation>die Art {mode} braucht write_percent</translation>
    </message>
    <message>
        <source>the name {name!r} is one of ours</source>
        <translation>der Name {name!r} ist einer von unseren</translation>
    </message>
    <message>
        <source>the name {name!r} is taken by {owner}</source>
        <translation>den Namen {name!r} hat schon {owner}</translation>
    </message>
    <message>
        <source>the name {name!r} is used twice</source>
        <translation>der Name {name!r} ist zweimal vergeben</translation>
    </message>
    <message>
        <source>the name {name} may only have small letters, digits, &apos;-&apos; and &apos;.&apos;, 48 at most</source>
        <translation>der Name {name} darf nur kleine Buchstaben, Ziffern, &apos;-&apos; und &apos;.&apos; enthalten, höchstens 48</translation>
    </message>
    <message>
        <source>the order of the runs is unknown: drift can&apos;t be excluded</source>
        <translation>die Reihenfolge der Läufe ist unbekannt: Drift ist nicht auszuschließen</translation>
    </message>
    <message>
        <source>the order strided needs stride_blocks</source>
        <translation>die Reihenfolge strided braucht stride_blocks</translation>
    </message>
    <message>
        <source>the priority_class idle has no priority_level</source>
        <translation>die priority_class idle hat kein priority_level</translation>
    </message>
    <message>
        <source>the processors were slowed down for their heat</source>
        <translation>die Prozessoren wurden wegen Hitze gebremst</translation>
    </message>
    <message>
        <source>the program is gone</source>
        <translation>das Programm ist fort</translation>
    </message>
    <message>
        <source>the program names no units</source>
        <translation>das Programm nennt keine Einheiten</translation>
    </message>
    <message>
        <source>the program names two controllers for one that Linux has</source>
        <translation>das Programm nennt zwei Controller für einen, den Linux hat</translation>
    </message>
    <message>
        <source>the queue depth is set to 1</source>
        <translation>die Warteschlangentiefe ist auf 1 gesetzt</translation>
    </message>
    <message>
        <source>the report as one web page</source>
        <translation>der Bericht als eine Webseite</translation>
    </message>
    <message>
        <source>the report as plain text</source>
        <translation>der Bericht als reiner Text</translation>
    </message>
    <message>
        <source>the report for persons, with charts</source>
        <translation>der Bericht für Menschen, mit Diagrammen</translation>
    </message>
    <message>
        <source>the report in Markdown, to paste in a forum</source>
        <translation>der Bericht in Markdown, zum Einfügen in ein Forum</translation>
    </message>
    <message>
        <source>the result with verdicts judged anew</source>
        <translation>das Ergebnis mit neu gefällten Urteilen</translation>
    </message>
    <message>
        <source>the run {repeat} of {variant} stands in line {lines} too</source>
        <translation>der Lauf {repeat} von {variant} steht auch in Zeile {lines}</translation>
    </message>
    <message>
        <source>the same cell stands in line {lines} too</source>
        <translation>dieselbe Zelle steht auch in Zeile {lines}</translation>
    </message>
    <message>
        <source>the system bus doesn&apos;t answer ({error})</source>
        <translation>der Systembus antwortet nicht ({error})</translation>
    </message>
    <message>
        <source>the table has no column {lacking}</source>
        <translation>der Tabelle fehlt die Spalte {lacking}</translation>
    </message>
    <message>
        <source>the table has no rows</source>
        <translation>die Tabelle hat keine Zeilen</translation>
    </message>
    <message>
        <source>the table has the column {doubled} twice</source>
        <translation>die Tabelle hat die Spalte {doubled} zweimal</translation>
    </message>
    <message>
        <source>the tables of a session like the article’s</source>
        <translation>die Tabellen einer Messung wie im Artikel</translation>
    </message>
    <message>
        <source>the tests don&apos;t agree on whether it relieves the processor.</source>
        <translation>die Tests sind sich nicht einig, ob er den Prozessor entlastet.</translation>
    </message>
    <message>
        <source>the text holds half a character (a lone surrogate)</source>
        <translation>der Text enthält ein halbes Zeichen (ein einzelnes Surrogat)</translation>
    </message>
    <message>
        <source>the waiting that {setting} changes isn&apos;t in the kernel&apos;s counters</source>
        <translation>das Warten, das {setting} ändert, steht nicht in den Zählern des Kernels</translation>
    </message>
    <message>
        <source>the workload {idle!r} does nothing</source>
        <translation>die Last {idle!r} tut nichts</translation>
    </message>
    <message>
        <source>there are more than {most:,} files</source>
        <translation>es sind mehr als {most:,} Dateien</translation>
    </message>
    <message>
        <source>there are more than {most_cells} combinations</source>
        <translation>es sind mehr als {most_cells} Kombinationen</translation>
    </message>
    <message>
        <source>there are more than {most_variants} variants</source>
        <translation>es sind mehr als {most_variants} Varianten</translation>
    </message>
    <message>
        <source>there is no key {key}; known are {known}</source>
        <translation>es gibt keinen Schlüssel {key}; bekannt sind {known}</translation>
    </message>
    <message>
        <source>there is no such program</source>
        <translation>ein solches Programm gibt es nicht</translation>
    </message>
    <message>
        <source>there is not enough free space</source>
        <translation>es ist nicht genug Platz frei</translation>
    </message>
    <message>
        <source>they differ: {differences}.</source>
        <translation>sie weichen ab: {differences}.</translation>
    </message>
    <message>
        <source>they were smaller</source>
        <translation>sie waren kleiner</translation>
    </message>
    <message>
        <source>this JSON isn&apos;t of fio: it has no &apos;fio version&apos;</source>
        <translation>dieses JSON ist nicht von fio: Es hat kein &apos;fio version&apos;</translation>
    </message>
    <message>
        <source>this controller&apos;s firmware doesn&apos;t report it</source>
        <translation>die Firmware dieses Controllers meldet es nicht</translation>
    </message>
    <message>
        <source>this device has no queue of its own</source>
        <translation>dieses Gerät hat keine eigene Warteschlange</translation>
    </message>
    <message>
        <source>this device has no such setting</source>
        <translation>dieses Gerät hat keine solche Einstellung</translation>
    </message>
    <message>
        <source>this kernel has no such setting</source>
        <translation>dieser Kernel hat keine solche Einstellung</translation>
    </message>
    <message>
        <source>this load</source>
        <translation>diese Last</translation>
    </message>
    <message>
        <source>this measurement</source>
        <translation>diese Messung</translation>
    </message>
    <message>
        <source>this model has none</source>
        <translation>dieses Modell hat keine</translation>
    </message>
    <message>
        <source>those of its parts</source>
        <translation>die seiner Teile</translation>
    </message>
    <message>
        <source>thread</source>
        <translation>Thread</translation>
    </message>
    <message>
        <source>threads</source>
        <translation>Threads</translation>
    </message>
    <message>
        <source>throughput</source>
        <translation>Durchsatz</translation>
    </message>
    <message>
        <source>throughput-performance: read-ahead of at least 4096 KiB, dirty_ratio 40, dirty_background_ratio 10, swappiness 10; no scheduler any more.</source>
        <translation>throughput-performance: Vorauslesen von mindestens 4096 KiB, dirty_ratio 40, dirty_background_ratio 10, swappiness 10; kein Scheduler mehr.</translation>
    </message>
    <message>
        <source>times instead of rates aren&apos;t understood</source>
        <translation>Zeiten statt Durchsatz sind nicht zu verstehen</translation>
    </message>
    <message>
        <source>times one disk</source>
        <translation>mal ein Datenträger</translation>
    </message>
    <message>
        <source>tiotest goes through the page cache, so memory may have been measured instead of the disk.</source>
        <translation>tiotest geht durch den Seiten-Cache; womöglich wurde also der Arbeitsspeicher gemessen statt des Datenträgers.</translation>
    </message>
    <message>
        <source>to write down the old values</source>
        <translation>um die alten Werte aufzuschreiben</translation>
    </message>
    <message>
        <source>to write down what is to be kept</source>
        <translation>um aufzuschreiben, was behalten werden soll</translation>
    </message>
    <message>
        <source>to write {path}</source>
        <translation>um {path} zu schreiben</translation>
    </message>
    <message>
        <source>too long for an attribute</source>
        <translation>zu lang für ein Attribut</translation>
    </message>
    <message>
        <source>too much in it is no result of fio&apos;s; the rest wasn&apos;t read</source>
        <translation>zu vieles darin ist kein Ergebnis von fio; der Rest wurde nicht gelesen</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true oder false</translation>
    </message>
    <message>
        <source>turns</source>
        <translation>dreht</translation>
    </message>
    <message>
        <source>tw_cli can&apos;t be asked any more</source>
        <translation>tw_cli kann nicht mehr gefragt werden</translation>
    </message>
    <message>
        <source>tw_cli couldn&apos;t be started</source>
        <translation>tw_cli ließ sich nicht starten</translation>
    </message>
    <message>
        <source>tw_cli didn&apos;t answer within {seconds} s</source>
        <translation>tw_cli antwortete nicht innerhalb von {seconds} s</translation>
    </message>
    <message>
        <source>tw_cli said more than can be right</source>
        <translation>tw_cli sagte mehr, als stimmen kann</translation>
    </message>
    <message>
        <source>tw_cli was ended by signal {number}</source>
        <translation>tw_cli wurde durch Signal {number} beendet</translation>
    </message>
    <message>
        <source>tw_cli, the vendor&apos;s program, isn&apos;t installed where only root can write</source>
        <translation>tw_cli, das Programm des Herstellers, ist nicht dort installiert, wo nur root schreiben darf</translation>
    </message>
    <message>
        <source>two variants are expected, A and B</source>
        <translation>erwartet werden zwei Varianten, A und B</translation>
    </message>
    <message>
        <source>udev doesn&apos;t tell</source>
        <translation>udev sagt es nicht</translation>
    </message>
    <message>
        <source>undecided</source>
        <translation>unentschieden</translation>
    </message>
    <message>
        <source>under its own load</source>
        <translation>unter der eigenen Last</translation>
    </message>
    <message>
        <source>unit of the RAID controller</source>
        <translation>Einheit des RAID-Controllers</translation>
    </message>
    <message>
        <source>unit {unit}: {status}</source>
        <translation>Einheit {unit}: {status}</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>unknown error</source>
        <translation>unbekannter Fehler</translation>
    </message>
    <message>
        <source>unknown size</source>
        <translation>unbekannte Größe</translation>
    </message>
    <message>
        <source>unknown: found with schedulers that are gone</source>
        <translation>unbekannt: mit Schedulern gefunden, die es nicht mehr gibt</translation>
    </message>
    <message>
        <source>until it is decided</source>
        <translation>bis es entschieden ist</translation>
    </message>
    <message>
        <source>until it is decided, at most {limit} in all</source>
        <translation>bis es entschieden ist, insgesamt höchstens {limit}</translation>
    </message>
    <message>
        <source>up to {most} aims are expected, each once</source>
        <translation>erwartet werden bis zu {most} Ziele, jedes einmal</translation>
    </message>
    <message>
        <source>used for: {use}</source>
        <translation>Zweck: {use}</translation>
    </message>
    <message>
        <source>vendor</source>
        <translation>Hersteller</translation>
    </message>
    <message>
        <source>version {version} is newer than this program</source>
        <translation>Version {version} ist neuer als dieses Programm</translation>
    </message>
    <message>
        <source>viewers</source>
        <translation>Zuschauer</translation>
    </message>
    <message>
        <source>virtual disk</source>
        <translation>virtueller Datenträger</translation>
    </message>
    <message>
        <source>virtual machines</source>
        <translation>virtuelle Maschinen</translation>
    </message>
    <message>
        <source>virtual-guest: dirty_ratio 30, swappiness 30.</source>
        <translation>virtual-guest: dirty_ratio 30, swappiness 30.</translation>
    </message>
    <message>
        <source>virtual-host: dirty_background_ratio 5.</source>
        <translation>virtual-host: dirty_background_ratio 5.</translation>
    </message>
    <message>
        <source>volume manager</source>
        <translation>Datenträgerverwaltung</translation>
    </message>
    <message>
        <source>waiting for the end of {work}</source>
        <translation>wartet auf das Ende: {work}</translation>
    </message>
    <message>
        <source>what follows wasn&apos;t read any more</source>
        <translation>was folgt, wurde nicht mehr gelesen</translation>
    </message>
    <message>
        <source>what is measured</source>
        <translation>was gemessen wird</translation>
    </message>
    <message>
        <source>what is set</source>
        <translation>was gesetzt ist</translation>
    </message>
    <message>
        <source>what it is used for</source>
        <translation>wofür er benutzt wird</translation>
    </message>
    <message>
        <source>what it stands on has no scheduler to choose</source>
        <translation>worauf es steht, hat keinen Scheduler zu wählen</translation>
    </message>
    <message>
        <source>what may have spoiled it</source>
        <translation>was es gestört haben kann</translation>
    </message>
    <message>
        <source>what the disk did, one row per second</source>
        <translation>was der Datenträger tat, eine Zeile je Sekunde</translation>
    </message>
    <message>
        <source>what the rate of {name!r} counts isn&apos;t told: add rate_unit</source>
        <translation>was der Durchsatz von {name!r} zählt, ist nicht angegeben: fügen Sie rate_unit hinzu</translation>
    </message>
    <message>
        <source>what was kept in memory under the value before stays there for long</source>
        <translation>was unter dem vorigen Wert im Speicher gehalten wurde, bleibt lange dort</translation>
    </message>
    <message>
        <source>what was measured is missing</source>
        <translation>was gemessen wurde, fehlt</translation>
    </message>
    <message>
        <source>what {kind} does with it isn&apos;t known</source>
        <translation>was {kind} damit tut, ist nicht bekannt</translation>
    </message>
    <message>
        <source>what {member} beneath it tells isn&apos;t to be believed</source>
        <translation>was {member} darunter sagt, ist nicht zu glauben</translation>
    </message>
    <message>
        <source>where it runs is the target</source>
        <translation>wo es läuft, ist das Ziel</translation>
    </message>
    <message>
        <source>whether it is rotational</source>
        <translation>ob er rotiert</translation>
    </message>
    <message>
        <source>whether this is a virtual machine</source>
        <translation>ob dies eine virtuelle Maschine ist</translation>
    </message>
    <message>
        <source>which RAID it is</source>
        <translation>welches RAID es ist</translation>
    </message>
    <message>
        <source>which figure is in which column can&apos;t be told: {line}</source>
        <translation>welche Zahl in welcher Spalte steht, ist nicht zu erkennen: {line}</translation>
    </message>
    <message>
        <source>with a wrong {name} a computer may hardly answer, so it isn&apos;t recommended by default (--allow-risky)</source>
        <translation>mit einem falschen {name} kann ein Rechner kaum noch reagieren; darum wird es von sich aus nicht empfohlen (--allow-risky)</translation>
    </message>
    <message>
        <source>with its data in the journal, it doesn&apos;t know direct I/O</source>
        <translation>mit seinen Daten im Journal kennt es keine direkte E/A</translation>
    </message>
    <message>
        <source>with several sizes the {key} must hold {placeholder}</source>
        <translation>bei mehreren Größen muss {key} {placeholder} enthalten</translation>
    </message>
    <message>
        <source>work of its controller ({status})</source>
        <translation>Arbeit seines Controllers ({status})</translation>
    </message>
    <message>
        <source>worst-case</source>
        <translation>schlimmster Fall</translation>
    </message>
    <message>
        <source>write_percent is for the modes {mixed} and {random_mixed}</source>
        <translation>write_percent ist für die Arten {mixed} und {random_mixed}</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>your priorities</source>
        <translation>Ihre Prioritäten</translation>
    </message>
    <message>
        <source>zfs reads through its own cache in memory</source>
        <translation>zfs liest durch seinen eigenen Cache im Speicher</translation>
    </message>
    <message>
        <source>zones</source>
        <translation>Zonen</translation>
    </message>
    <message>
        <source>{action} {percent:.0f} %</source>
        <translation>{action} {percent:.0f} %</translation>
    </message>
    <message>
        <source>{ahead} is ahead by {by:.1f} %</source>
        <translation>{ahead} liegt um {by:.1f} % vorn</translation>
    </message>
    <message>
        <source>{amount}, {pause} apart</source>
        <translation>{amount}, mit {pause} Abstand</translation>
    </message>
    <message>
        <source>{array} of {count} disks</source>
        <translation>{array} aus {count} Datenträgern</translation>
    </message>
    <message>
        <source>{basis}, {rate:g} MB/s each</source>
        <translation>{basis}, je {rate:g} MB/s</translation>
    </message>
    <message>
        <source>{before:.0f} to {after:.0f} °C</source>
        <translation>{before:.0f} bis {after:.0f} °C</translation>
    </message>
    <message>
        <source>{before} before, {after} after</source>
        <translation>{before} vorher, {after} nachher</translation>
    </message>
    <message>
        <source>{cell} at block {reached_at}</source>
        <translation>{cell} bei Block {reached_at}</translation>
    </message>
    <message>
        <source>{cell} in {blocks} blocks</source>
        <translation>{cell} in {blocks} Blöcken</translation>
    </message>
    <message>
        <source>{cell} is too large or too small</source>
        <translation>{cell} ist zu groß oder zu klein</translation>
    </message>
    <message>
        <source>{change}, as a part of the whole set.</source>
        <translation>{change}, als Teil des ganzen Satzes.</translation>
    </message>
    <message>
        <source>{change}, as a part of the whole set; by itself {figure}.</source>
        <translation>{change}, als Teil des ganzen Satzes; für sich allein {figure}.</translation>
    </message>
    <message>
        <source>{counts} thread</source>
        <translation>{counts} Thread</translation>
    </message>
    <message>
        <source>{counts} threads</source>
        <translation>{counts} Threads</translation>
    </message>
    <message numerus="yes">
        <source>{count} bad sectors had to be replaced by spare ones.</source>
        <translation>
            <numerusform>{count} schlechter Sektor musste durch einen Reservesektor ersetzt werden.</numerusform>
            <numerusform>{count} schlechte Sektoren mussten durch Reservesektoren ersetzt werden.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{count} errors couldn&apos;t be corrected.</source>
        <translation>
            <numerusform>{count} Fehler konnte nicht korrigiert werden.</numerusform>
            <numerusform>{count} Fehler konnten nicht korrigiert werden.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{count} more problems aren&apos;t listed</source>
        <translation>
            <numerusform>{count} weiteres Problem ist nicht aufgeführt</numerusform>
            <numerusform>{count} weitere Probleme sind nicht aufgeführt</numerusform>
        </translation>
    </message>
    <message>
        <source>{count} of each, in random order</source>
        <translation>Je {count} Mal, in zufälliger Reihenfolge</translation>
    </message>
    <message>
        <source>{count} of each, one after the other, with pauses</source>
        <translation>je {count}, eines nach dem anderen, mit Pausen</translation>
    </message>
    <message>
        <source>{count} of {measurements} runs were disturbed, and don&apos;t count: {reason}.</source>
        <translation>{count} von {measurements} Läufen wurden gestört und zählen nicht: {reason}.</translation>
    </message>
    <message>
        <source>{count} of {slices} slices don&apos;t count: {reason}.</source>
        <translation>{count} von {slices} Abschnitten zählen nicht: {reason}.</translation>
    </message>
    <message>
        <source>{count} of {slices} slices were disturbed and measured again: {reason}.</source>
        <translation>{count} von {slices} Abschnitten wurden gestört und noch einmal gemessen: {reason}.</translation>
    </message>
    <message numerus="yes">
        <source>{count} others are slower</source>
        <translation>
            <numerusform>{count} andere ist langsamer</numerusform>
            <numerusform>{count} andere sind langsamer</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{count} processors are kept below their highest frequency.</source>
        <translation>
            <numerusform>{count} Prozessor wird unter seiner höchsten Taktfrequenz gehalten.</numerusform>
            <numerusform>{count} Prozessoren werden unter ihrer höchsten Taktfrequenz gehalten.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{count} processors are kept slow by the governor &apos;powersave&apos;.</source>
        <translation>
            <numerusform>{count} Prozessor wird vom Governor „powersave“ langsam gehalten.</numerusform>
            <numerusform>{count} Prozessoren werden vom Governor „powersave“ langsam gehalten.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{count} processors are told to save power, whatever it costs in speed.</source>
        <translation>
            <numerusform>{count} Prozessor soll Energie sparen, was es auch an Geschwindigkeit kostet.</numerusform>
            <numerusform>{count} Prozessoren sollen Energie sparen, was es auch an Geschwindigkeit kostet.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{count} readable runs were moved to a new file</source>
        <translation>
            <numerusform>{count} lesbarer Lauf wurde in eine neue Datei übernommen</numerusform>
            <numerusform>{count} lesbare Läufe wurden in eine neue Datei übernommen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{count} rows are exact copies of others and were left out</source>
        <translation>
            <numerusform>{count} Zeile ist eine genaue Kopie einer anderen und wurde weggelassen</numerusform>
            <numerusform>{count} Zeilen sind genaue Kopien anderer und wurden weggelassen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{count} rows are exact copies of others and were left out; a column &apos;repeat&apos; tells runs apart.</source>
        <translation>
            <numerusform>{count} Zeile ist eine genaue Kopie einer anderen und wurde weggelassen; eine Spalte &apos;repeat&apos; hält Läufe auseinander.</numerusform>
            <numerusform>{count} Zeilen sind genaue Kopien anderer und wurden weggelassen; eine Spalte &apos;repeat&apos; hält Läufe auseinander.</numerusform>
        </translation>
    </message>
    <message>
        <source>{count} runs: too few to judge</source>
        <translation>{count} Läufe: zu wenige für ein Urteil</translation>
    </message>
    <message numerus="yes">
        <source>{count} sectors can&apos;t be read reliably.</source>
        <translation>
            <numerusform>{count} Sektor ist nicht zuverlässig lesbar.</numerusform>
            <numerusform>{count} Sektoren sind nicht zuverlässig lesbar.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{count} sessions</source>
        <translation>
            <numerusform>{count} Sitzung</numerusform>
            <numerusform>{count} Sitzungen</numerusform>
        </translation>
    </message>
    <message>
        <source>{count} slices</source>
        <translation>{count} Abschnitten</translation>
    </message>
    <message>
        <source>{count} slices of the last part</source>
        <translation>{count} Abschnitten des letzten Teils</translation>
    </message>
    <message numerus="yes">
        <source>{count} things may disturb the result</source>
        <translation>
            <numerusform>{count} Umstand könnte das Ergebnis stören</numerusform>
            <numerusform>{count} Umstände könnten das Ergebnis stören</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{count} threads</source>
        <translation>
            <numerusform>{count} Threads</numerusform>
            <numerusform>{count} Threads</numerusform>
        </translation>
    </message>
    <message>
        <source>{count} times, first {first}</source>
        <translation>{count} Mal, zuerst {first}</translation>
    </message>
    <message>
        <source>{count} values are expected, not {found}</source>
        <translation>erwartet werden {count} Werte, nicht {found}</translation>
    </message>
    <message numerus="yes">
        <source>{count} variants</source>
        <translation>
            <numerusform>{count} Variante</numerusform>
            <numerusform>{count} Varianten</numerusform>
        </translation>
    </message>
    <message>
        <source>{day} {month} {year}, {time} UTC</source>
        <translation>{day}. {month} {year}, {time} UTC</translation>
    </message>
    <message>
        <source>{devices} takes {low} to {high}</source>
        <translation>{devices} nimmt {low} bis {high}</translation>
    </message>
    <message>
        <source>{device} ({identity}) isn&apos;t there; its old settings are kept until it comes back</source>
        <translation>{device} ({identity}) ist nicht da; seine alten Einstellungen sind aufgehoben, bis es zurückkommt</translation>
    </message>
    <message>
        <source>{device} ({storage})</source>
        <translation>{device} ({storage})</translation>
    </message>
    <message>
        <source>{device} and {name} have the same {key}, so nothing can be kept for one of them</source>
        <translation>{device} und {name} haben dasselbe {key}; für einen davon kann also nichts behalten werden</translation>
    </message>
    <message>
        <source>{device} goes through the page cache: its numbers are those of memory.</source>
        <translation>{device} geht durch den Seiten-Cache: Seine Zahlen sind die des Speichers.</translation>
    </message>
    <message>
        <source>{device} has a write cache of its own, and it is on: a write counts as done as soon as it is there.</source>
        <translation>{device} hat einen eigenen Schreibcache, und er ist an: Ein Schreibzugriff gilt als erledigt, sobald er dort ist.</translation>
    </message>
    <message>
        <source>{device} has nothing to recognise it by after a restart of the computer, so nothing can be kept for it</source>
        <translation>{device} hat nichts, woran es nach einem Neustart des Rechners zu erkennen wäre; für es kann also nichts behalten werden</translation>
    </message>
    <message>
        <source>{device} has partitions</source>
        <translation>{device} hat Partitionen</translation>
    </message>
    <message>
        <source>{device} holds something</source>
        <translation>{device} enthält etwas</translation>
    </message>
    <message>
        <source>{device} is a partition: its settings are those of the whole disk.</source>
        <translation>{device} ist eine Partition: Ihre Einstellungen sind die des ganzen Datenträgers.</translation>
    </message>
    <message>
        <source>{device} is a practice disk: nothing can be kept for it</source>
        <translation>{device} ist ein Übungs-Datenträger: Für ihn kann nichts behalten werden</translation>
    </message>
    <message>
        <source>{device} is a virtual disk: the host&apos;s cache may answer in its place.</source>
        <translation>{device} ist ein virtueller Datenträger: Der Cache des Wirts antwortet womöglich an seiner Stelle.</translation>
    </message>
    <message>
        <source>{device} is an optical drive, which no setting makes faster.</source>
        <translation>{device} ist ein optisches Laufwerk, das keine Einstellung schneller macht.</translation>
    </message>
    <message>
        <source>{device} is being measured; ask when that is done</source>
        <translation>{device} wird gerade gemessen; fragen Sie, wenn das fertig ist</translation>
    </message>
    <message>
        <source>{device} is being restored; try again in a moment</source>
        <translation>{device} wird gerade zurückgesetzt; versuchen Sie es gleich noch einmal</translation>
    </message>
    <message>
        <source>{device} is being tuned already, by {holder}; let that end first</source>
        <translation>{device} wird schon eingestellt, von {holder}; lassen Sie das erst enden</translation>
    </message>
    <message>
        <source>{device} is being tuned; end that first</source>
        <translation>{device} wird gerade eingestellt; beenden Sie das erst</translation>
    </message>
    <message numerus="yes">
        <source>{device} is degraded: it works with {count} disks missing.</source>
        <translation>
            <numerusform>{device} ist unvollständig: Es arbeitet mit {count} fehlenden Datenträger.</numerusform>
            <numerusform>{device} ist unvollständig: Es arbeitet mit {count} fehlenden Datenträgern.</numerusform>
        </translation>
    </message>
    <message>
        <source>{device} is gone or was restarted, so nothing was left to restore</source>
        <translation>{device} ist fort oder wurde neu gestartet; zurückzusetzen gab es also nichts</translation>
    </message>
    <message>
        <source>{device} is in use ({used}): other programs&apos; work disturbs.</source>
        <translation>{device} ist in Gebrauch ({used}): Die Arbeit anderer Programme stört.</translation>
    </message>
    <message>
        <source>{device} is in use: {in_use}</source>
        <translation>{device} ist in Gebrauch: {in_use}</translation>
    </message>
    <message>
        <source>{device} is no longer the device it was: it was removed or exchanged.</source>
        <translation>{device} ist nicht mehr das Gerät, das es war: Es wurde entfernt oder getauscht.</translation>
    </message>
    <message>
        <source>{device} is not a disk of a 3ware controller</source>
        <translation>{device} ist kein Datenträger eines 3ware-Controllers</translation>
    </message>
    <message>
        <source>{device} is read-only</source>
        <translation>{device} ist nur lesbar</translation>
    </message>
    <message>
        <source>{device} is solid state, which writes faster while it is fresh than later.</source>
        <translation>{device} ist ein Halbleiterspeicher, der frisch schneller schreibt als später.</translation>
    </message>
    <message>
        <source>{device} is somebody else&apos;s practice disk</source>
        <translation>{device} ist der Übungs-Datenträger von jemand anderem</translation>
    </message>
    <message>
        <source>{device} says that it {says}, which isn&apos;t believed: {rotational_doubt}.</source>
        <translation>{device} sagt, dass es {says}; das wird nicht geglaubt: {rotational_doubt}.</translation>
    </message>
    <message>
        <source>{device} stopped completing requests.</source>
        <translation>{device} erledigt keine Anfragen mehr.</translation>
    </message>
    <message>
        <source>{device} was restarted or exchanged; its kept settings are forgotten</source>
        <translation>{device} wurde neu gestartet oder getauscht; die dafür aufgehobenen Einstellungen sind vergessen</translation>
    </message>
    <message>
        <source>{device} was restarted or exchanged; nothing was left to restore</source>
        <translation>{device} wurde neu gestartet oder getauscht; zurückzusetzen gab es nichts</translation>
    </message>
    <message>
        <source>{device}: brought back {what}</source>
        <translation>{device}: zurückgeholt wurde {what}</translation>
    </message>
    <message>
        <source>{device}: {degraded} missing</source>
        <translation>{device}: {degraded} fehlt</translation>
    </message>
    <message>
        <source>{disks} × I / (R + {costs} × W)</source>
        <translation>{disks} × I / (R + {costs} × W)</translation>
    </message>
    <message>
        <source>{disks} − {parity_disks} parity</source>
        <translation>{disks} − {parity_disks} Parität</translation>
    </message>
    <message>
        <source>{disk} isn&apos;t idle: other programs make {requests:.0f} requests a second ({moved:.1f} MB/s).</source>
        <translation>{disk} ist nicht frei: Andere Programme stellen {requests:.0f} Anfragen pro Sekunde ({moved:.1f} MB/s).</translation>
    </message>
    <message>
        <source>{drive} has {now_c:.0f} °C, and may have {highest_c:.0f} °C: a drive that is too hot slows itself down.</source>
        <translation>{drive} hat {now_c:.0f} °C und darf {highest_c:.0f} °C haben: Ein zu heißes Laufwerk bremst sich selbst.</translation>
    </message>
    <message>
        <source>{elsewhere} The test file is made of data that can&apos;t be compressed.</source>
        <translation>{elsewhere} Die Testdatei besteht aus Daten, die sich nicht komprimieren lassen.</translation>
    </message>
    <message>
        <source>{empty} of the file were never written: they are read as zeros at the speed of memory.</source>
        <translation>{empty} der Datei wurden nie geschrieben: Sie werden mit der Geschwindigkeit des Speichers als Nullen gelesen.</translation>
    </message>
    <message>
        <source>{encoded_bytes} of the file are compressed or encrypted on the disk: the processors are measured too.</source>
        <translation>{encoded_bytes} der Datei sind auf dem Datenträger komprimiert oder verschlüsselt: Die Prozessoren werden mitgemessen.</translation>
    </message>
    <message>
        <source>{error} ({operation} at byte {offset})</source>
        <translation>{error} ({operation} bei Byte {offset})</translation>
    </message>
    <message>
        <source>{expected} is expected, not {content}</source>
        <translation>erwartet wird {expected}, nicht {content}</translation>
    </message>
    <message>
        <source>{file} can&apos;t be used as workloads: {reason}.</source>
        <translation>{file} ist nicht als Lasten zu gebrauchen: {reason}.</translation>
    </message>
    <message>
        <source>{file}: its name tells something else than it holds</source>
        <translation>{file}: Der Name sagt etwas anderes als der Inhalt</translation>
    </message>
    <message>
        <source>{file}: {reason}</source>
        <translation>{file}: {reason}</translation>
    </message>
    <message>
        <source>{first} and {last}</source>
        <translation>{first} und {last}</translation>
    </message>
    <message>
        <source>{first} and {second} are equal</source>
        <translation>{first} und {second} sind gleich</translation>
    </message>
    <message>
        <source>{first} and {second} switch each other off: give one of them.</source>
        <translation>{first} und {second} schalten einander ab: Geben Sie eines davon an.</translation>
    </message>
    <message>
        <source>{first} is ahead of {second}</source>
        <translation>{first} liegt vor {second}</translation>
    </message>
    <message>
        <source>{first} or {last}</source>
        <translation>{first} oder {last}</translation>
    </message>
    <message>
        <source>{folder} can&apos;t be used: {strerror}.</source>
        <translation>{folder} ist nicht zu gebrauchen: {strerror}.</translation>
    </message>
    <message>
        <source>{formula} × 1 to {most:g}</source>
        <translation>{formula} × 1 bis {most:g}</translation>
    </message>
    <message>
        <source>{formula}, in whole stripes</source>
        <translation>{formula}, in ganzen Stripes</translation>
    </message>
    <message>
        <source>{found} ({remarks})</source>
        <translation>{found} ({remarks})</translation>
    </message>
    <message>
        <source>{free} of {size} free</source>
        <translation>{free} von {size} frei</translation>
    </message>
    <message>
        <source>{gain:+.0f} %</source>
        <translation>{gain:+.0f} %</translation>
    </message>
    <message>
        <source>{gain:+.0f} % ({low:+.0f} … {high:+.0f} %)</source>
        <translation>{gain:+.0f} % ({low:+.0f} … {high:+.0f} %)</translation>
    </message>
    <message>
        <source>{hosts} look alike, and no serial number tells which one this controller is</source>
        <translation>{hosts} sehen gleich aus, und keine Seriennummer sagt, welcher dieser Controller ist</translation>
    </message>
    <message>
        <source>{hours} ({years:.1f} years)</source>
        <translation>{hours} ({years:.1f} Jahre)</translation>
    </message>
    <message>
        <source>{hours} more hours</source>
        <translation>{hours} weitere Stunden</translation>
    </message>
    <message>
        <source>{key} can&apos;t be chosen: {chosen_by_us}</source>
        <translation>{key} ist nicht wählbar: {chosen_by_us}</translation>
    </message>
    <message>
        <source>{key} is called {of_fio} here</source>
        <translation>{key} heißt hier {of_fio}</translation>
    </message>
    <message>
        <source>{kind} beside {share} % reads</source>
        <translation>{kind} neben {share} % Lesen</translation>
    </message>
    <message>
        <source>{kind} beside {share} % writes</source>
        <translation>{kind} neben {share} % Schreiben</translation>
    </message>
    <message>
        <source>{kind} is only a layer over another file system</source>
        <translation>{kind} ist nur eine Schicht über einem anderen Dateisystem</translation>
    </message>
    <message numerus="yes">
        <source>{kind} of {count} drives</source>
        <translation>
            <numerusform>{kind} aus {count} Laufwerk</numerusform>
            <numerusform>{kind} aus {count} Laufwerken</numerusform>
        </translation>
    </message>
    <message>
        <source>{label} ({name})</source>
        <translation>{label} ({name})</translation>
    </message>
    <message>
        <source>{label} asks for {block_bytes}, and this device takes multiples of {smallest} only.</source>
        <translation>{label} verlangt {block_bytes}, und dieses Gerät nimmt nur Vielfache von {smallest}.</translation>
    </message>
    <message>
        <source>{label} can&apos;t be measured at a part of its load.</source>
        <translation>{label} lässt sich nicht mit einem Teil seiner Last messen.</translation>
    </message>
    <message>
        <source>{label} has no size of its requests.</source>
        <translation>{label} hat keine Größe der Anfragen.</translation>
    </message>
    <message>
        <source>{label} is not possible here: a disk is only read, unless it&apos;s empty and you allow to overwrite it.</source>
        <translation>{label} ist hier nicht möglich: Ein Datenträger wird nur gelesen, außer er ist leer und Sie erlauben, ihn zu überschreiben.</translation>
    </message>
    <message>
        <source>{label} is not possible here: only the practice disk and a new test file are ever written.</source>
        <translation>{label} ist hier nicht möglich: Geschrieben wird immer nur auf den Übungs-Datenträger und in eine neue Testdatei.</translation>
    </message>
    <message>
        <source>{label} needs a folder on a file system as the target.</source>
        <translation>{label} braucht einen Ordner auf einem Dateisystem als Ziel.</translation>
    </message>
    <message>
        <source>{label} needs the right to be served first, which the helper doesn&apos;t have.</source>
        <translation>{label} braucht das Recht, zuerst bedient zu werden, das der Helfer nicht hat.</translation>
    </message>
    <message>
        <source>{label} with {threads}</source>
        <translation>{label} mit {threads}</translation>
    </message>
    <message>
        <source>{label} {rate:,.0f} {unit}</source>
        <translation>{label} {rate:,.0f} {unit}</translation>
    </message>
    <message>
        <source>{label}, each of {threads} threads by itself</source>
        <translation>{label}, jeder von {threads} Threads für sich</translation>
    </message>
    <message>
        <source>{label}, thread {number}</source>
        <translation>{label}, Thread {number}</translation>
    </message>
    <message>
        <source>{label}, {phrase}: {winner} {effect_percent:.0f} % {comparative} than {runner_up} ({low:.0f} … {high:.0f} %).</source>
        <translation>{label}, {phrase}: {winner} {effect_percent:.0f} % {comparative} als {runner_up} ({low:.0f} … {high:.0f} %).</translation>
    </message>
    <message>
        <source>{label}: create</source>
        <translation>{label}: anlegen</translation>
    </message>
    <message>
        <source>{label}: create files</source>
        <translation>{label}: Dateien anlegen</translation>
    </message>
    <message>
        <source>{label}: create folders</source>
        <translation>{label}: Ordner anlegen</translation>
    </message>
    <message>
        <source>{label}: remove</source>
        <translation>{label}: entfernen</translation>
    </message>
    <message>
        <source>{label}: remove files</source>
        <translation>{label}: Dateien entfernen</translation>
    </message>
    <message>
        <source>{label}: remove folders</source>
        <translation>{label}: Ordner entfernen</translation>
    </message>
    <message>
        <source>{label}: the load was {percent} % of {rate:,.0f} {unit}, what {variant} did with {threads} threads; more threads didn&apos;t bring more.</source>
        <translation>{label}: Die Last war {percent} % von {rate:,.0f} {unit}, was {variant} mit {threads} Threads schaffte; mehr Threads brachten nicht mehr.</translation>
    </message>
    <message>
        <source>{label}: {variant} did {done:,.0f} of {asked:,} requests a second that were asked for, so it had all it could do.</source>
        <translation>{label}: {variant} schaffte {done:,.0f} von {asked:,} verlangten Anfragen pro Sekunde, war also ausgelastet.</translation>
    </message>
    <message>
        <source>{leader} ({reason})</source>
        <translation>{leader} ({reason})</translation>
    </message>
    <message>
        <source>{leader} leads {other} by {percent} for {use} (one run: not judged).</source>
        <translation>{leader} führt gegenüber {other} um {percent} für {use} (ein Lauf: nicht beurteilt).</translation>
    </message>
    <message>
        <source>{least} or more</source>
        <translation>{least} oder mehr</translation>
    </message>
    <message>
        <source>{left} of its processes could not be ended</source>
        <translation>{left} seiner Prozesse ließen sich nicht beenden</translation>
    </message>
    <message>
        <source>{level} of {disks}</source>
        <translation>{level} aus {disks}</translation>
    </message>
    <message>
        <source>{low:+.0f} to {high:+.0f} %</source>
        <translation>{low:+.0f} bis {high:+.0f} %</translation>
    </message>
    <message>
        <source>{low:.0f} {unit} expected at least</source>
        <translation>{low:.0f} {unit}, die mindestens zu erwarten sind</translation>
    </message>
    <message>
        <source>{low:g} %</source>
        <translation>{low:g} %</translation>
    </message>
    <message>
        <source>{low:g} to {high:g} %</source>
        <translation>{low:g} bis {high:g} %</translation>
    </message>
    <message>
        <source>{low:g} with one stream, at most {high:g} with many</source>
        <translation>{low:g} mit einem Strom, höchstens {high:g} mit vielen</translation>
    </message>
    <message>
        <source>{low} to {high}</source>
        <translation>{low} bis {high}</translation>
    </message>
    <message>
        <source>{measured:.0f} {unit} are {ratio:.2f} of the {expected}.</source>
        <translation>{measured:.0f} {unit} sind das {ratio:.2f}-Fache der {expected}.</translation>
    </message>
    <message>
        <source>{member} beneath it tells otherwise</source>
        <translation>{member} darunter sagt es anders</translation>
    </message>
    <message>
        <source>{metric}, all thread counts</source>
        <translation>{metric}, alle Thread-Zahlen</translation>
    </message>
    <message>
        <source>{minutes} minutes</source>
        <translation>{minutes} Minuten</translation>
    </message>
    <message>
        <source>{minutes} more minutes</source>
        <translation>{minutes} weitere Minuten</translation>
    </message>
    <message>
        <source>{name!r} counts {told} here and {unit_before} in line {line}</source>
        <translation>{name!r} zählt hier {told} und in Zeile {line} {unit_before}</translation>
    </message>
    <message>
        <source>{names} ({reason})</source>
        <translation>{names} ({reason})</translation>
    </message>
    <message numerus="yes">
        <source>{names} act on what goes through the page cache, and none of what is measured does: choose buffered workloads or an own command.</source>
        <translation>
            <numerusform>{names} wirkt auf das, was durch den Seiten-Cache geht, und nichts von dem, was gemessen wird, tut das: Wählen Sie gepufferte Lasten oder einen eigenen Befehl.</numerusform>
            <numerusform>{names} wirken auf das, was durch den Seiten-Cache geht, und nichts von dem, was gemessen wird, tut das: Wählen Sie gepufferte Lasten oder einen eigenen Befehl.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{names} are slower</source>
        <translation>
            <numerusform>{names} ist langsamer</numerusform>
            <numerusform>{names} sind langsamer</numerusform>
        </translation>
    </message>
    <message>
        <source>{names} belong to different things: a disk, an array or the whole computer.</source>
        <translation>{names} gehören zu Verschiedenem: zu einem Datenträger, einem Verbund oder dem ganzen Rechner.</translation>
    </message>
    <message>
        <source>{names} gone since Linux {release}</source>
        <translation>{names}: seit Linux {release} nicht mehr da</translation>
    </message>
    <message>
        <source>{names} of {device} could not be brought back</source>
        <translation>{names} von {device} ließ sich nicht zurückholen</translation>
    </message>
    <message>
        <source>{name} and {twin} say that they are the same disk</source>
        <translation>{name} und {twin} nennen sich denselben Datenträger</translation>
    </message>
    <message>
        <source>{name} became {found} instead of {wanted}</source>
        <translation>{name} wurde {found} statt {wanted}</translation>
    </message>
    <message>
        <source>{name} becomes 0 by itself when {other} is set: set that instead.</source>
        <translation>{name} wird von selbst 0, wenn {other} gesetzt wird: Setzen Sie stattdessen das.</translation>
    </message>
    <message>
        <source>{name} belongs to {owner}, which {device} doesn&apos;t use</source>
        <translation>{name} gehört zu {owner}, das {device} nicht benutzt</translation>
    </message>
    <message>
        <source>{name} can&apos;t be changed while {device} is being synchronised</source>
        <translation>{name} lässt sich nicht ändern, solange {device} abgeglichen wird</translation>
    </message>
    <message>
        <source>{name} can&apos;t be {value}: {reason}</source>
        <translation>{name} kann nicht {value} sein: {reason}</translation>
    </message>
    <message>
        <source>{name} has a mean of 0</source>
        <translation>{name} hat einen Mittelwert von 0</translation>
    </message>
    <message>
        <source>{name} has no medium</source>
        <translation>in {name} ist kein Medium</translation>
    </message>
    <message>
        <source>{name} has no tunable {parameter}</source>
        <translation>{name} hat keine Einstellung {parameter}</translation>
    </message>
    <message>
        <source>{name} has no values</source>
        <translation>{name} hat keine Werte</translation>
    </message>
    <message>
        <source>{name} has reached its limit.</source>
        <translation>{name} hat seine Grenze erreicht.</translation>
    </message>
    <message>
        <source>{name} has zones, which can&apos;t be written in any order</source>
        <translation>{name} hat Zonen, die sich nicht in beliebiger Reihenfolge schreiben lassen</translation>
    </message>
    <message>
        <source>{name} is busy with {work}{done}: wait for its end, or every number is too low.</source>
        <translation>{name} ist mit {work} beschäftigt{done}: Warten Sie das Ende ab, sonst ist jede Zahl zu niedrig.</translation>
    </message>
    <message>
        <source>{name} is gone since Linux {release}</source>
        <translation>{name} gibt es seit Linux {release} nicht mehr</translation>
    </message>
    <message>
        <source>{name} is in use by another program</source>
        <translation>{name} wird von einem anderen Programm benutzt</translation>
    </message>
    <message>
        <source>{name} is locked by another program</source>
        <translation>{name} ist von einem anderen Programm gesperrt</translation>
    </message>
    <message>
        <source>{name} is no number</source>
        <translation>{name} ist keine Zahl</translation>
    </message>
    <message>
        <source>{name} is no setting of a disk</source>
        <translation>{name} ist keine Einstellung eines Datenträgers</translation>
    </message>
    <message>
        <source>{name} is no setting that Storage Tuner knows</source>
        <translation>{name} ist keine Einstellung, die Storage Tuner kennt</translation>
    </message>
    <message>
        <source>{name} is used as swap</source>
        <translation>{name} wird als Auslagerungsbereich benutzt</translation>
    </message>
    <message>
        <source>{name} is {found}, so {value} can&apos;t be kept</source>
        <translation>{name} ist {found}; {value} kann also nicht behalten werden</translation>
    </message>
    <message>
        <source>{name} isn&apos;t the disk that the session was begun on ({was}).</source>
        <translation>{name} ist nicht der Datenträger, auf dem die Sitzung begann ({was}).</translation>
    </message>
    <message>
        <source>{name} isn&apos;t varied: it exists only while {scheduler} is active.</source>
        <translation>{name} wird nicht verändert: Es gibt es nur, solange {scheduler} aktiv ist.</translation>
    </message>
    <message>
        <source>{name} of {count} disks</source>
        <translation>{name} aus {count} Datenträgern</translation>
    </message>
    <message>
        <source>{name} of {device} to {now}</source>
        <translation>{name} von {device} auf {now}</translation>
    </message>
    <message>
        <source>{name} takes {low} to {high} for {parameter}.</source>
        <translation>{name} nimmt für {parameter} {low} bis {high}.</translation>
    </message>
    <message>
        <source>{name} was at its limit in the past.</source>
        <translation>{name} war schon einmal an seiner Grenze.</translation>
    </message>
    <message>
        <source>{name}={value} isn&apos;t compared here: data can be lost by it when the power fails.</source>
        <translation>{name}={value} wird hier nicht verglichen: Damit können bei einem Stromausfall Daten verloren gehen.</translation>
    </message>
    <message>
        <source>{name}={value} of {device} can lose data when the power fails, and that wasn&apos;t allowed</source>
        <translation>{name}={value} von {device} kann bei einem Stromausfall Daten kosten, und das wurde nicht erlaubt</translation>
    </message>
    <message>
        <source>{name}={value} of {device} can lose data when the power fails, since no battery is ready, and that wasn&apos;t allowed</source>
        <translation>{name}={value} von {device} kann bei einem Stromausfall Daten kosten, da keine Batterie bereit ist, und das wurde nicht erlaubt</translation>
    </message>
    <message>
        <source>{now} now.</source>
        <translation>Jetzt {now}.</translation>
    </message>
    <message numerus="yes">
        <source>{operation} lacks {count} blocks</source>
        <translation>
            <numerusform>{operation}: es fehlt {count} Block</numerusform>
            <numerusform>{operation}: es fehlen {count} Blöcke</numerusform>
        </translation>
    </message>
    <message>
        <source>{operation} with {threads} threads: {values}</source>
        <translation>{operation} mit {threads} Threads: {values}</translation>
    </message>
    <message>
        <source>{operation} with {threads}: {what}</source>
        <translation>{operation} mit {threads}: {what}</translation>
    </message>
    <message>
        <source>{operation}: how latencies spread</source>
        <translation>{operation}: wie sich Latenzen verteilen</translation>
    </message>
    <message>
        <source>{operation}: {what} against threads</source>
        <translation>{operation}: {what} nach Threads</translation>
    </message>
    <message>
        <source>{operation}: {what} in the course of time</source>
        <translation>{operation}: {what} im Lauf der Zeit</translation>
    </message>
    <message>
        <source>{operation}: {winner} {span} more than {other}</source>
        <translation>{operation}: {winner} {span} mehr als {other}</translation>
    </message>
    <message>
        <source>{operation}: {winner} {span} shorter waits than {other}</source>
        <translation>{operation}: {winner} wartet {span} kürzer als {other}</translation>
    </message>
    <message>
        <source>{p99:.0f} % of each for the p99 latency</source>
        <translation>{p99:.0f} % davon jeweils für die p99-Latenz</translation>
    </message>
    <message>
        <source>{path!r} can&apos;t be examined: {strerror}.</source>
        <translation>{path!r} ist nicht zu untersuchen: {strerror}.</translation>
    </message>
    <message>
        <source>{path} can&apos;t be read as a result: {reason}.</source>
        <translation>{path} ist nicht als Ergebnis zu lesen: {reason}.</translation>
    </message>
    <message>
        <source>{path} can&apos;t be read: {strerror}.</source>
        <translation>{path} ist nicht lesbar: {strerror}.</translation>
    </message>
    <message>
        <source>{path} can&apos;t be used as a plan: {reason}.</source>
        <translation>{path} ist nicht als Plan zu gebrauchen: {reason}.</translation>
    </message>
    <message>
        <source>{path} can&apos;t be used: {reason}.</source>
        <translation>{path} kann nicht benutzt werden: {reason}.</translation>
    </message>
    <message>
        <source>{path} can&apos;t be written: {reason}.</source>
        <translation>{path} kann nicht geschrieben werden: {reason}.</translation>
    </message>
    <message>
        <source>{path} is a database of another program.</source>
        <translation>{path} ist eine Datenbank eines anderen Programms.</translation>
    </message>
    <message>
        <source>{path} is neither a file nor a folder.</source>
        <translation>{path} ist weder eine Datei noch ein Ordner.</translation>
    </message>
    <message>
        <source>{path} is of an earlier form, and can&apos;t be written.</source>
        <translation>{path} hat eine frühere Form und kann nicht geschrieben werden.</translation>
    </message>
    <message>
        <source>{path} is too small to measure on.</source>
        <translation>{path} ist zu klein, um darauf zu messen.</translation>
    </message>
    <message>
        <source>{path} isn&apos;t there any more.</source>
        <translation>{path} ist nicht mehr da.</translation>
    </message>
    <message>
        <source>{path} was edited by hand; move it away, then try again</source>
        <translation>{path} wurde von Hand bearbeitet; verschieben Sie sie und versuchen Sie es noch einmal</translation>
    </message>
    <message>
        <source>{path} was measured to its end: there is nothing to go on with.</source>
        <translation>{path} wurde bis zum Ende gemessen: Es gibt nichts fortzusetzen.</translation>
    </message>
    <message>
        <source>{path} was written by a later Storage Tuner: its form is {form}, and this one knows {known}.</source>
        <translation>{path} wurde von einem späteren Storage Tuner geschrieben: Seine Form ist {form}, und dieser kennt {known}.</translation>
    </message>
    <message>
        <source>{path}, line {line}: {reason}.</source>
        <translation>{path}, Zeile {line}: {reason}.</translation>
    </message>
    <message>
        <source>{path}: nothing could be taken in.</source>
        <translation>{path}: Nichts ließ sich aufnehmen.</translation>
    </message>
    <message>
        <source>{path}: {reason}.</source>
        <translation>{path}: {reason}.</translation>
    </message>
    <message>
        <source>{path}: {sessions} of {form}: {names}</source>
        <translation>{path}: {sessions} aus {form}: {names}</translation>
    </message>
    <message>
        <source>{percent} % of its endurance is used up.</source>
        <translation>{percent} % seiner Lebensdauer sind verbraucht.</translation>
    </message>
    <message>
        <source>{percent} % of {iops:.3g} requests a second are too few to measure.</source>
        <translation>{percent} % von {iops:.3g} Anfragen pro Sekunde sind zu wenig zum Messen.</translation>
    </message>
    <message>
        <source>{percent} faster</source>
        <translation>{percent} schneller</translation>
    </message>
    <message>
        <source>{percent} faster ({interval})</source>
        <translation>{percent} schneller ({interval})</translation>
    </message>
    <message>
        <source>{percent} slower</source>
        <translation>{percent} langsamer</translation>
    </message>
    <message>
        <source>{percent} slower ({interval})</source>
        <translation>{percent} langsamer ({interval})</translation>
    </message>
    <message>
        <source>{phrase} (only a hypothesis today)</source>
        <translation>{phrase} (nur eine Vermutung heute)</translation>
    </message>
    <message>
        <source>{phrase} {share:.0f} %</source>
        <translation>{phrase} {share:.0f} %</translation>
    </message>
    <message>
        <source>{place} is no whole number</source>
        <translation>{place} ist keine ganze Zahl</translation>
    </message>
    <message>
        <source>{point} compresses what is written ({kind}): the processors are measured too.</source>
        <translation>{point} komprimiert, was geschrieben wird ({kind}): Die Prozessoren werden mitgemessen.</translation>
    </message>
    <message>
        <source>{point} gives every block that is written again another place ({kind}): random writing is partly writing in order.</source>
        <translation>{point} gibt jedem Block, der wieder geschrieben wird, einen anderen Platz ({kind}): Wahlfreies Schreiben ist zum Teil Schreiben der Reihe nach.</translation>
    </message>
    <message>
        <source>{point} has room for {free_bytes}; the test files need {needed_bytes}, with what must stay free for others.</source>
        <translation>{point} hat Platz für {free_bytes}; die Testdateien brauchen {needed_bytes}, mit dem, was für andere frei bleiben muss.</translation>
    </message>
    <message>
        <source>{point} is a file system ({kind}) that doesn&apos;t tell its disk.</source>
        <translation>{point} ist ein Dateisystem ({kind}), das seinen Datenträger nicht nennt.</translation>
    </message>
    <message>
        <source>{point} is a network file system ({kind}): its disks are elsewhere.</source>
        <translation>{point} ist ein Netzwerk-Dateisystem ({kind}): Seine Datenträger sind anderswo.</translation>
    </message>
    <message>
        <source>{point} is {filled:.0f} % full: new files are scattered over what is left, and solid state has little room to clean up.</source>
        <translation>{point} ist zu {filled:.0f} % voll: Neue Dateien werden über den Rest verstreut, und Halbleiterspeicher hat wenig Platz zum Aufräumen.</translation>
    </message>
    <message>
        <source>{point} lies in memory ({kind}): there is no disk beneath it.</source>
        <translation>{point} liegt im Speicher ({kind}): Darunter ist kein Datenträger.</translation>
    </message>
    <message>
        <source>{point} writes in order whatever is asked for (f2fs).</source>
        <translation>{point} schreibt der Reihe nach, was auch verlangt wird (f2fs).</translation>
    </message>
    <message>
        <source>{processor} ({count} logical processors)</source>
        <translation>{processor} ({count} logische Prozessoren)</translation>
    </message>
    <message>
        <source>{rpm:.0f} rpm, mean seek {seek_ms} ms, so {iops} a disk</source>
        <translation>{rpm:.0f} U/min, mittlere Suchzeit {seek_ms} ms, also {iops} je Platte</translation>
    </message>
    <message>
        <source>{run}: block {number}</source>
        <translation>{run}: Block {number}</translation>
    </message>
    <message>
        <source>{seconds} more seconds</source>
        <translation>{seconds} weitere Sekunden</translation>
    </message>
    <message numerus="yes">
        <source>{settings} can only be tried for 60 s: no command measures them here.</source>
        <translation>
            <numerusform>{settings} lässt sich nur 60 s lang probieren: kein Befehl misst das hier.</numerusform>
            <numerusform>{settings} lassen sich nur 60 s lang probieren: kein Befehl misst sie hier.</numerusform>
        </translation>
    </message>
    <message>
        <source>{share:.3g} %</source>
        <translation>{share:.3g} %</translation>
    </message>
    <message>
        <source>{share:.3g} % ({low:.3g} to {high:.3g} %)</source>
        <translation>{share:.3g} % ({low:.3g} bis {high:.3g} %)</translation>
    </message>
    <message>
        <source>{seconds} seconds</source>
        <translation>{seconds} Sekunden</translation>
    </message>
    <message>
        <source>{size_bytes} bytes</source>
        <translation>{size_bytes} Byte</translation>
    </message>
    <message>
        <source>{size} are measured, enough for what may be cached ({counted}): twice that is {least}.</source>
        <translation>Gemessen werden {size}, genug für das, was zwischengespeichert sein kann ({counted}): Das Doppelte davon ist {least}.</translation>
    </message>
    <message>
        <source>{size} are measured, too little to get past the caches ({counted}): {least} would be enough.</source>
        <translation>Gemessen werden {size}, zu wenig, um an den Caches vorbeizukommen ({counted}): {least} wären genug.</translation>
    </message>
    <message>
        <source>{span} over {other}</source>
        <translation>{span} gegenüber {other}</translation>
    </message>
    <message>
        <source>{spins} serves one random request after a seek and half a turn{turn}, whatever the scheduler; sorting gains only while several requests wait.</source>
        <translation>{spins} bedient eine wahlfreie Anfrage nach einer Suche und einer halben Umdrehung{turn}, bei jedem Scheduler; Sortieren gewinnt nur, solange mehrere Anfragen warten.</translation>
    </message>
    <message>
        <source>{state} ({interval})</source>
        <translation>{state} ({interval})</translation>
    </message>
    <message>
        <source>{statement} {author}: {source} [{rule}]</source>
        <translation>{statement} {author}: {source} [{rule}]</translation>
    </message>
    <message>
        <source>{link} ({rate})</source>
        <translation>{link} ({rate})</translation>
    </message>
    <message>
        <source>{tag!r} can&apos;t be a tag.</source>
        <translation>{tag!r} kann kein Schlagwort sein.</translation>
    </message>
    <message>
        <source>{text!r} is no date.</source>
        <translation>{text!r} ist kein Datum.</translation>
    </message>
    <message>
        <source>{text}, {leader} ahead by {lead_percent:.0f} %</source>
        <translation>{text}, {leader} liegt um {lead_percent:.0f} % vorn</translation>
    </message>
    <message>
        <source>{text}; about {minutes} min more may decide them.</source>
        <translation>{text}; etwa {minutes} min mehr entscheiden sie vielleicht.</translation>
    </message>
    <message>
        <source>{time:.3g} ms</source>
        <translation>{time:.3g} ms</translation>
    </message>
    <message>
        <source>{title} ({date})</source>
        <translation>{title} ({date})</translation>
    </message>
    <message>
        <source>{tool} failed: {reason}</source>
        <translation>{tool} schlug fehl: {reason}</translation>
    </message>
    <message>
        <source>{tool} is not installed.</source>
        <translation>{tool} ist nicht installiert.</translation>
    </message>
    <message>
        <source>{tool} {found} is too old: {needed} or later is needed.</source>
        <translation>{tool} {found} ist zu alt: Nötig ist {needed} oder neuer.</translation>
    </message>
    <message>
        <source>{tool}, to {value}</source>
        <translation>{tool}, auf {value}</translation>
    </message>
    <message>
        <source>{typed!r} isn&apos;t what {device} is called: nothing was written.</source>
        <translation>{typed!r} ist nicht, wie {device} heißt: Nichts wurde geschrieben.</translation>
    </message>
    <message>
        <source>{unit} of {controller}</source>
        <translation>{unit} von {controller}</translation>
    </message>
    <message>
        <source>{values} is published, but with a wrong value the computer may hardly respond.</source>
        <translation>{values} ist veröffentlicht, aber mit einem falschen Wert reagiert der Computer vielleicht kaum noch.</translation>
    </message>
    <message>
        <source>{value} according to the kernel, which is unreliable here</source>
        <translation>{value} laut Kernel, was hier nicht verlässlich ist</translation>
    </message>
    <message>
        <source>{value} instead of {present}</source>
        <translation>{value} statt {present}</translation>
    </message>
    <message>
        <source>{value} is no value for {name}: {reason}</source>
        <translation>{value} ist kein Wert für {name}: {reason}</translation>
    </message>
    <message>
        <source>{value} is no value for {name}: {reason}.</source>
        <translation>{value} ist kein Wert für {name}: {reason}.</translation>
    </message>
    <message>
        <source>{value} on {disks}</source>
        <translation>{value} auf {disks}</translation>
    </message>
    <message>
        <source>{value} stays on {devices}: other values were not measured.</source>
        <translation>{value} bleibt auf {devices}: Andere Werte wurden nicht gemessen.</translation>
    </message>
    <message>
        <source>{value} stays: it was not measured itself.</source>
        <translation>{value} bleibt: Es wurde selbst nicht gemessen.</translation>
    </message>
    <message>
        <source>{value} stays: nothing else is {margin:g} % better or more.</source>
        <translation>{value} bleibt: Nichts anderes ist {margin:g} % oder mehr besser.</translation>
    </message>
    <message>
        <source>{value} stays: other values were not measured.</source>
        <translation>{value} bleibt: Andere Werte wurden nicht gemessen.</translation>
    </message>
    <message>
        <source>{value} stays: whether another is better isn&apos;t decided.</source>
        <translation>{value} bleibt: Ob ein anderer besser ist, ist nicht entschieden.</translation>
    </message>
    <message>
        <source>{value} stays: {rival} was better, but {reason}.</source>
        <translation>{value} bleibt: {rival} war besser, aber {reason}.</translation>
    </message>
    <message>
        <source>{value}: {loss}</source>
        <translation>{value}: {loss}</translation>
    </message>
    <message>
        <source>{variant} against {before} can&apos;t be judged as a whole: {lacking}.</source>
        <translation>{variant} gegen {before} lässt sich als Ganzes nicht beurteilen: {lacking}.</translation>
    </message>
    <message>
        <source>{variant} against {before}, weighted: {gain:+.1f} % ({low:+.1f} … {high:+.1f} %).</source>
        <translation>{variant} gegen {before}, gewichtet: {gain:+.1f} % ({low:+.1f} … {high:+.1f} %).</translation>
    </message>
    <message>
        <source>{variant} by {lead:.1f} %</source>
        <translation>{variant} mit {lead:.1f} %</translation>
    </message>
    <message numerus="yes">
        <source>{variant} has {count} runs without a usable number</source>
        <translation>
            <numerusform>{variant} hat {count} Lauf ohne brauchbare Zahl</numerusform>
            <numerusform>{variant} hat {count} Läufe ohne brauchbare Zahl</numerusform>
        </translation>
    </message>
    <message>
        <source>{variant} is left out: {reason}.</source>
        <translation>{variant} wird weggelassen: {reason}.</translation>
    </message>
    <message>
        <source>{variant}: 99 % within {time}</source>
        <translation>{variant}: 99 % innerhalb von {time}</translation>
    </message>
    <message>
        <source>{variant}: from {low} to {high} {unit}</source>
        <translation>{variant}: von {low} bis {high} {unit}</translation>
    </message>
    <message>
        <source>{variant}: up to {rate}</source>
        <translation>{variant}: bis zu {rate}</translation>
    </message>
    <message>
        <source>{varied} decides how long programs wait before a request exists, or how large requests are. The kernel counts a request only from its beginning, so the times alone prove nothing here: look at the rates too, or measure it with &apos;storage-tuner tune&apos;.</source>
        <translation>{varied} entscheidet, wie lange Programme warten, bevor eine Anfrage entsteht, oder wie groß Anfragen sind. Der Kernel zählt eine Anfrage erst ab ihrem Beginn; die Zeiten allein beweisen hier also nichts: Sehen Sie auch auf den Durchsatz, oder messen Sie mit &apos;storage-tuner tune&apos;.</translation>
    </message>
    <message>
        <source>{wanted} ({author}, {kind} and {count} more)</source>
        <translation>{wanted} ({author}, {kind} und {count} weitere)</translation>
    </message>
    <message>
        <source>{wanted} ({author}, {kind})</source>
        <translation>{wanted} ({author}, {kind})</translation>
    </message>
    <message>
        <source>{what} ({unit})</source>
        <translation>{what} ({unit})</translation>
    </message>
    <message>
        <source>{what} ({unit}), mean and 95 % interval</source>
        <translation>{what} ({unit}), Mittel und 95-%-Intervall</translation>
    </message>
    <message>
        <source>{what} can&apos;t be understood: {error}.</source>
        <translation>{what} ist nicht zu verstehen: {error}.</translation>
    </message>
    <message>
        <source>{what} doesn&apos;t fit into {size_bytes}: each thread needs {least} of it.</source>
        <translation>{what} passt nicht in {size_bytes}: Jeder Thread braucht {least} davon.</translation>
    </message>
    <message>
        <source>{what} has requests of {buffers} MiB under way, and {most} MiB are the most.</source>
        <translation>{what} hat Anfragen von {buffers} MiB unterwegs, und höchstens {most} MiB sind möglich.</translation>
    </message>
    <message>
        <source>{what} has {counts} in all, and {most_threads} is the most that are started.</source>
        <translation>{what} hat insgesamt {counts}, und mehr als {most_threads} werden nicht gestartet.</translation>
    </message>
    <message>
        <source>{what} isn&apos;t text in UTF-8, so no result could hold it.</source>
        <translation>{what} ist kein Text in UTF-8; kein Ergebnis könnte es enthalten.</translation>
    </message>
    <message>
        <source>{what} names no program.</source>
        <translation>{what} nennt kein Programm.</translation>
    </message>
    <message>
        <source>{where}: the runs of {most} vary by {much:.2g} % (standard deviation), those of {least} by {little:.2g} %. From means alone it can&apos;t be judged whether a few runs make that difference.</source>
        <translation>{where}: Die Läufe von {most} schwanken um {much:.2g} % (Standardabweichung), die von {least} um {little:.2g} %. Aus Mitteln allein lässt sich nicht beurteilen, ob wenige Läufe diesen Unterschied machen.</translation>
    </message>
    <message>
        <source>{who} sets {tunable} of {name} ({place}) and may undo this.</source>
        <translation>{who} setzt {tunable} von {name} ({place}) und macht dies womöglich rückgängig.</translation>
    </message>
    <message>
        <source>{who} sets {tunable} of {name} to {value} ({place}) and may undo this.</source>
        <translation>{who} setzt {tunable} von {name} auf {value} ({place}) und macht dies womöglich rückgängig.</translation>
    </message>
    <message>
        <source>{who}: nothing is set any more when the computer starts</source>
        <translation>{who}: beim Start des Rechners wird nichts mehr gesetzt</translation>
    </message>
    <message>
        <source>{wish} (not here: {reason})</source>
        <translation>{wish} (hier nicht: {reason})</translation>
    </message>
    <message>
        <source>{word} is the beginning of several runs: {found}.</source>
        <translation>{word} ist der Anfang mehrerer Läufe: {found}.</translation>
    </message>
    <message>
        <source>{workload} at {percent} % load</source>
        <translation>{workload} bei {percent} % Last</translation>
    </message>
    <message>
        <source>{workload} can&apos;t be measured to its limit</source>
        <translation>{workload} lässt sich nicht bis an die Grenze messen</translation>
    </message>
    <message>
        <source>{workload} with {counts} threads</source>
        <translation>{workload} mit {counts} Threads</translation>
    </message>
    <message>
        <source>{workload} with {settings} could not be measured: {summary}</source>
        <translation>{workload} mit {settings} konnte nicht gemessen werden: {summary}</translation>
    </message>
    <message>
        <source>{workload} with {threads}</source>
        <translation>{workload} mit {threads}</translation>
    </message>
    <message>
        <source>{workload} with {threads} could not be measured to its end: {summary}</source>
        <translation>{workload} mit {threads} konnte nicht zu Ende gemessen werden: {summary}</translation>
    </message>
    <message numerus="yes">
        <source>{workload}, {count} threads</source>
        <translation>
            <numerusform>{workload}, {count} Thread</numerusform>
            <numerusform>{workload}, {count} Threads</numerusform>
        </translation>
    </message>
    <message>
        <source>{workload}: share of the first class’s throughput</source>
        <translation>{workload}: Anteil am Durchsatz der ersten Klasse</translation>
    </message>
    <message>
        <source>{work} of {name} began</source>
        <translation>{work} von {name} begann</translation>
    </message>
    <message>
        <source>{work} of {name} ended</source>
        <translation>{work} von {name} endete</translation>
    </message>
</context>
<context>
    <name>SeriesPanel</name>
    <message>
        <source>A&amp;dd</source>
        <translation>&amp;Hinzufügen</translation>
    </message>
    <message>
        <source>Tick at least one setting.</source>
        <translation>Haken Sie mindestens eine Einstellung an.</translation>
    </message>
    <message>
        <source>Another setting</source>
        <translation>Weitere Einstellung</translation>
    </message>
    <message>
        <source>NCQ: {setting}</source>
        <translation>NCQ: {setting}</translation>
    </message>
    <message>
        <source>Tr&amp;y</source>
        <translation>P&amp;robieren</translation>
    </message>
    <message>
        <source>each value by itself</source>
        <translation>jeden Wert für sich</translation>
    </message>
    <message>
        <source>every combination</source>
        <translation>jede Kombination</translation>
    </message>
    <message>
        <source>Values of {setting}</source>
        <translation>Werte von {setting}</translation>
    </message>
    <message>
        <source>{setting}, now {value}</source>
        <translation>{setting}, jetzt {value}</translation>
    </message>
</context>
<context>
    <name>SessionDialog</name>
    <message>
        <source>{target}, {moment}</source>
        <translation>{target}, {moment}</translation>
    </message>
    <message>
        <source>&amp;Save report…</source>
        <translation>Bericht &amp;speichern …</translation>
    </message>
</context>
<context>
    <name>SettingDetail</name>
    <message>
        <source>The chosen setting</source>
        <translation>Die gewählte Einstellung</translation>
    </message>
    <message>
        <source>Take ba&amp;ck</source>
        <translation>Zurü&amp;cknehmen</translation>
    </message>
    <message>
        <source>Use d&amp;efault: {value}</source>
        <translation>&amp;Standard nehmen: {value}</translation>
    </message>
    <message>
        <source>Will be {value}</source>
        <translation>Danach {value}</translation>
    </message>
</context>
<context>
    <name>SettingEditor</name>
    <message>
        <source>Search in names and explanations</source>
        <translation>In Namen und Erklärungen suchen</translation>
    </message>
    <message>
        <source>Search settings</source>
        <translation>Einstellungen suchen</translation>
    </message>
    <message>
        <source>Keep for &amp;good…</source>
        <translation>Dauerha&amp;ft behalten …</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>No setting matches “{words}”.</source>
        <translation>Keine Einstellung passt zu „{words}“.</translation>
    </message>
    <message>
        <source>&amp;Undo last change</source>
        <translation>Letzte Änderung r&amp;ückgängig machen</translation>
    </message>
    <message>
        <source>There is nothing to set here.</source>
        <translation>Hier gibt es nichts einzustellen.</translation>
    </message>
</context>
<context>
    <name>SettingList</name>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>Einstellung</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Default</source>
        <translation>Standard</translation>
    </message>
    <message>
        <source>Remarks</source>
        <translation>Bemerkungen</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>Spalten</translation>
    </message>
</context>
<context>
    <name>Settings</name>
    <message>
        <source>Queue</source>
        <translation>Warteschlange</translation>
    </message>
    <message>
        <source>Scheduler {name}</source>
        <translation>Scheduler {name}</translation>
    </message>
    <message>
        <source>Array</source>
        <translation>Verbund</translation>
    </message>
    <message>
        <source>Unwritten data in memory</source>
        <translation>Ungeschriebene Daten im Speicher</translation>
    </message>
    <message>
        <source>Swapping</source>
        <translation>Auslagern</translation>
    </message>
    <message>
        <source>On the disks beneath</source>
        <translation>Auf den Datenträgern darunter</translation>
    </message>
    <message>
        <source>Not on this device</source>
        <translation>Nicht auf diesem Gerät</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Default</source>
        <translation>Standard</translation>
    </message>
    <message>
        <source>Range</source>
        <translation>Bereich</translation>
    </message>
    <message>
        <source>Siblings</source>
        <translation>Geschwister</translation>
    </message>
    <message>
        <source>{value} on {names}</source>
        <translation>{value} auf {names}</translation>
    </message>
    <message>
        <source>not there on {names}</source>
        <translation>nicht vorhanden auf {names}</translation>
    </message>
    <message>
        <source>Member disks</source>
        <translation>Mitglieds-Datenträger</translation>
    </message>
    <message>
        <source>kept by Storage Tuner</source>
        <translation>von Storage Tuner behalten</translation>
    </message>
    <message>
        <source>set by {tool} {place}</source>
        <translation>gesetzt von {tool} {place}</translation>
    </message>
    <message>
        <source>the members differ</source>
        <translation>die Mitglieder weichen ab</translation>
    </message>
    <message>
        <source>differs from its siblings ({value})</source>
        <translation>weicht von seinen Geschwistern ab ({value})</translation>
    </message>
    <message>
        <source>differs on {names}</source>
        <translation>weicht ab auf {names}</translation>
    </message>
    <message>
        <source>set on {names}</source>
        <translation>gesetzt auf {names}</translation>
    </message>
    <message>
        <source>they differ on {names}</source>
        <translation>sie weichen ab auf {names}</translation>
    </message>
    <message>
        <source>it comes with the scheduler {name}</source>
        <translation>kommt mit dem Scheduler {name}</translation>
    </message>
    <message>
        <source>Data can be lost when the power fails.</source>
        <translation>Bei einem Stromausfall können Daten verloren gehen.</translation>
    </message>
    <message>
        <source>Set {setting} of {devices} to {value}, though data can be lost</source>
        <translation>{setting} von {devices} auf {value} setzen, obwohl Daten verloren gehen können</translation>
    </message>
    <message>
        <source>Unit of the RAID controller</source>
        <translation>Einheit des RAID-Controllers</translation>
    </message>
    <message>
        <source>ends with the scheduler {name}</source>
        <translation>endet mit dem Scheduler {name}</translation>
    </message>
    <message>
        <source>its default</source>
        <translation>sein Standard</translation>
    </message>
    <message>
        <source>not while the array is at work: {work}</source>
        <translation>nicht, solange der Verbund arbeitet: {work}</translation>
    </message>
    <message>
        <source>the same: kept for good</source>
        <translation>dasselbe: dauerhaft behalten</translation>
    </message>
    <message>
        <source>the same: the controller keeps it</source>
        <translation>dasselbe: Der Controller behält es</translation>
    </message>
    <message>
        <source>the same: {tool} sets it so ({place})</source>
        <translation>dasselbe: {tool} setzt es so ({place})</translation>
    </message>
    <message>
        <source>there is nothing else to choose</source>
        <translation>etwas anderes gibt es nicht zu wählen</translation>
    </message>
    <message>
        <source>this device has none</source>
        <translation>dieses Gerät hat keine</translation>
    </message>
    <message>
        <source>Scheduler {name}, once it&apos;s applied</source>
        <translation>Scheduler {name}, sobald er angewendet ist</translation>
    </message>
    <message>
        <source>it depends on the device, and the kernel doesn&apos;t keep it</source>
        <translation>es hängt vom Gerät ab, und der Kernel hebt es nicht auf</translation>
    </message>
    <message>
        <source>The settings of {name} are those of </source>
        <translation>Die Einstellungen von {name} sind die von </translation>
    </message>
    <message>
        <source>, and the same on all of them.</source>
        <translation>, und auf allen dieselben.</translation>
    </message>
    <message>
        <source>; they differ on </source>
        <translation>; sie weichen ab auf </translation>
    </message>
    <message>
        <source>this computer</source>
        <translation>dieser Rechner</translation>
    </message>
    <message>
        <source>All {count} disks beneath: {names}</source>
        <translation>Alle {count} Datenträger darunter: {names}</translation>
    </message>
    <message>
        <source>All {count} members of {array}: {names}</source>
        <translation>Alle {count} Mitglieder von {array}: {names}</translation>
    </message>
    <message>
        <source>{name}, and its disks where a setting is theirs</source>
        <translation>{name}, und seine Datenträger, wo es deren Einstellung ist</translation>
    </message>
    <message>
        <source>Only {name}</source>
        <translation>Nur {name}</translation>
    </message>
    <message>
        <source>The computer may hardly answer.</source>
        <translation>Der Rechner kann kaum noch reagieren.</translation>
    </message>
    <message>
        <source>{value} again: that was kept for good</source>
        <translation>wieder {value}: das wurde dauerhaft behalten</translation>
    </message>
    <message>
        <source>{tool} sets {value} ({place})</source>
        <translation>{tool} setzt {value} ({place})</translation>
    </message>
    <message>
        <source>{tool} sets it ({place})</source>
        <translation>{tool} setzt es ({place})</translation>
    </message>
    <message>
        <source>the kernel&apos;s default</source>
        <translation>der Standard des Kernels</translation>
    </message>
    <message>
        <source>Set {setting} of {devices} to {value}, though the computer may hardly answer</source>
        <translation>{setting} von {devices} auf {value} setzen, obwohl der Rechner dann womöglich kaum noch reagiert</translation>
    </message>
    <message>
        <source>These end with the old scheduler: {names}.</source>
        <translation>Diese enden mit dem alten Scheduler: {names}.</translation>
    </message>
    <message>
        <source>Left out, because the new scheduler doesn&apos;t have them: {names}.</source>
        <translation>Weggelassen, weil der neue Scheduler sie nicht hat: {names}.</translation>
    </message>
    <message>
        <source>{setting} of {devices} stays {value}.</source>
        <translation>{setting} von {devices} bleibt {value}.</translation>
    </message>
    <message>
        <source>The kernel sets {setting} of {devices} anew with {other}.</source>
        <translation>Der Kernel setzt {setting} von {devices} mit {other} neu.</translation>
    </message>
    <message>
        <source>The kernel changed {setting} of {device}, too: {change}.</source>
        <translation>Der Kernel hat auch {setting} von {device} geändert: {change}.</translation>
    </message>
    <message>
        <source>can stall the computer</source>
        <translation>kann den Rechner lahmlegen</translation>
    </message>
    <message>
        <source>{change} (another program changed it)</source>
        <translation>{change} (ein anderes Programm hat es geändert)</translation>
    </message>
</context>
<context>
    <name>SettingsTab</name>
    <message>
        <source>{name} is another disk now.</source>
        <translation>{name} ist jetzt ein anderer Datenträger.</translation>
    </message>
    <message>
        <source>The changes that were chosen for the one before are discarded.</source>
        <translation>Die Änderungen, die für den vorigen gewählt waren, sind verworfen.</translation>
    </message>
</context>
<context>
    <name>ShownChoice</name>
    <message>
        <source>Choose other &amp;runs…</source>
        <translation>Andere Läu&amp;fe wählen …</translation>
    </message>
    <message>
        <source>More than {most} can&apos;t be told apart; take another one out first.</source>
        <translation>Mehr als {most} sind nicht zu unterscheiden; nehmen Sie zuerst eine andere heraus.</translation>
    </message>
    <message>
        <source>Two are needed to compare; tick another one first.</source>
        <translation>Zum Vergleichen braucht es zwei; kreuzen Sie zuerst eine andere an.</translation>
    </message>
    <message>
        <source>Variants that are compared</source>
        <translation>Varianten, die verglichen werden</translation>
    </message>
    <message>
        <source>{shown} of {count} are shown.</source>
        <translation>{shown} von {count} werden gezeigt.</translation>
    </message>
</context>
<context>
    <name>Standing</name>
    <message>
        <source>not begun</source>
        <translation>nicht begonnen</translation>
    </message>
    <message>
        <source>nothing to compare with</source>
        <translation>nichts zum Vergleichen</translation>
    </message>
    <message>
        <source>= equal, decided</source>
        <translation>= gleich, entschieden</translation>
    </message>
    <message>
        <source>Inconclusive: {best} is ahead of {other} so far, {lead}, after {rounds}.</source>
        <translation>Nicht entschieden: {best} liegt bisher vor {other}, {lead}, nach {rounds}.</translation>
    </message>
    <message>
        <source>no interference detected</source>
        <translation>keine Störung erkannt</translation>
    </message>
    <message>
        <source>they use {share} % of all processors; repeat when the computer is idle</source>
        <translation>nutzen {share} % aller Prozessoren; bei ruhigem Rechner wiederholen</translation>
    </message>
    <message>
        <source>✓ {variant}, decided</source>
        <translation>✓ {variant}, entschieden</translation>
    </message>
    <message>
        <source>✓ {variant} {lead}</source>
        <translation>✓ {variant} {lead}</translation>
    </message>
    <message numerus="yes">
        <source>%n of {most} round(s)</source>
        <translation>
            <numerusform>%n von {most} Runde</numerusform>
            <numerusform>%n von {most} Runden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n round(s)</source>
        <translation>
            <numerusform>%n Runde</numerusform>
            <numerusform>%n Runden</numerusform>
        </translation>
    </message>
    <message>
        <source>? {variant} {lead}</source>
        <translation>? {variant} {lead}</translation>
    </message>
    <message>
        <source>Decided: those that are left are shown to be equal, after {rounds}.</source>
        <translation>Entschieden: Die verbliebenen sind erwiesen gleich, nach {rounds}.</translation>
    </message>
    <message>
        <source>Decided: {best} is better than {other} {lead}, after {rounds}.</source>
        <translation>Entschieden: {best} ist besser als {other} {lead}, nach {rounds}.</translation>
    </message>
    <message>
        <source>nothing known yet</source>
        <translation>noch nichts bekannt</translation>
    </message>
    <message>
        <source>{disturbed} of {slices} slices were disturbed and don&apos;t count: {reasons}</source>
        <translation>{disturbed} von {slices} Abschnitten wurden gestört und zählen nicht: {reasons}</translation>
    </message>
    <message>
        <source>{degrees} °C</source>
        <translation>{degrees} °C</translation>
    </message>
    <message>
        <source>{now} now, {low} to {high} °C so far</source>
        <translation>jetzt {now}, bisher {low} bis {high} °C</translation>
    </message>
</context>
<context>
    <name>Standings</name>
    <message>
        <source>So far no setting is faster than {current} (current).</source>
        <translation>Bisher ist keine Einstellung schneller als {current} (jetzt).</translation>
    </message>
    <message>
        <source>So far {variant} leads: {percent} faster than {current} (current).</source>
        <translation>Bisher führt {variant}: {percent} schneller als {current} (jetzt).</translation>
    </message>
    <message>
        <source>What was measured until now, without a verdict:</source>
        <translation>Was bis jetzt gemessen wurde, ohne Urteil:</translation>
    </message>
    <message>
        <source>{variant} is ahead in {count}</source>
        <translation>{variant} führt in {count}</translation>
    </message>
    <message>
        <source>equal in {count}</source>
        <translation>gleich in {count}</translation>
    </message>
    <message>
        <source>{decided} of {tests} tests are decided</source>
        <translation>{decided} von {tests} Tests sind entschieden</translation>
    </message>
</context>
<context>
    <name>StandingsCard</name>
    <message>
        <source>Means of the complete rounds. ✓ is decided, ? could still be either way; in brackets lies the lead over the next best. The verdict on everything together comes at the end.</source>
        <translation>Mittel der vollständigen Runden. ✓ ist entschieden, ? kann noch so oder so ausgehen; in Klammern steht der Vorsprung vor dem Nächstbesten. Das Urteil über alles zusammen kommt am Ende.</translation>
    </message>
    <message>
        <source>Means of what was measured. The verdict comes at the end.</source>
        <translation>Mittel dessen, was gemessen wurde. Das Urteil kommt am Ende.</translation>
    </message>
    <message>
        <source>Provisional standings</source>
        <translation>Vorläufiger Stand</translation>
    </message>
    <message>
        <source>So far</source>
        <translation>Bis jetzt</translation>
    </message>
    <message>
        <source>Who leads, how surely</source>
        <translation>Wer führt, und wie sicher</translation>
    </message>
</context>
<context>
    <name>StandingsTable</name>
    <message>
        <source>Columns</source>
        <translation>Spalten</translation>
    </message>
</context>
<context>
    <name>States</name>
    <message>
        <source>No disks found</source>
        <translation>Keine Datenträger gefunden</translation>
    </message>
    <message>
        <source>Storage Tuner can&apos;t see any disk here. Inside a container or a virtual machine they may be hidden. You can still try everything out on a practice disk.</source>
        <translation>Storage Tuner sieht hier keinen Datenträger. In einem Container oder einer virtuellen Maschine sind sie womöglich verborgen. Auf einem Übungs-Datenträger können Sie trotzdem alles ausprobieren.</translation>
    </message>
    <message>
        <source>&amp;Search again</source>
        <translation>&amp;Neu suchen</translation>
    </message>
    <message>
        <source>&amp;Try a practice disk…</source>
        <translation>Übungs-Datenträger aus&amp;probieren …</translation>
    </message>
    <message>
        <source>Practice disk</source>
        <translation>Übungs-Datenträger</translation>
    </message>
    <message>
        <source>A file of 1 GB that behaves like a disk. It is made for the measurement and removed afterwards. Nothing on it can be lost, so reading and writing are both measured.</source>
        <translation>Eine Datei von 1 GB, die sich wie ein Datenträger verhält. Sie wird für die Messung angelegt und danach entfernt. Nichts darauf kann verloren gehen; darum wird Lesen und Schreiben gemessen.</translation>
    </message>
    <message>
        <source>&amp;Tune…</source>
        <translation>&amp;Einstellen …</translation>
    </message>
    <message>
        <source>Looking for disks …</source>
        <translation>Datenträger werden gesucht …</translation>
    </message>
    <message>
        <source>This takes a moment.</source>
        <translation>Das dauert einen Moment.</translation>
    </message>
    <message>
        <source>No device chosen</source>
        <translation>Kein Gerät gewählt</translation>
    </message>
    <message>
        <source>Choose a disk in the list to see what it is and what it does.</source>
        <translation>Wählen Sie einen Datenträger in der Liste, um zu sehen, was er ist und was er tut.</translation>
    </message>
</context>
<context>
    <name>StepList</name>
    <message>
        <source>Step {number} of {total}: {name}</source>
        <translation>Schritt {number} von {total}: {name}</translation>
    </message>
    <message>
        <source>{step}, done</source>
        <translation>{step}, erledigt</translation>
    </message>
    <message>
        <source>{step}, current</source>
        <translation>{step}, aktuell</translation>
    </message>
</context>
<context>
    <name>Steps</name>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Purpose</source>
        <translation>Zweck</translation>
    </message>
    <message>
        <source>Safety and plan</source>
        <translation>Sicherheit und Plan</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>Messen</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>Anwenden</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>Bericht</translation>
    </message>
</context>
<context>
    <name>StopQuestion</name>
    <message>
        <source>Stop measuring?</source>
        <translation>Messung anhalten?</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>&amp;Anhalten</translation>
    </message>
    <message>
        <source>&amp;Go on measuring</source>
        <translation>&amp;Weiter messen</translation>
    </message>
    <message>
        <source>The settings from before come back ({settings}).</source>
        <translation>Die Einstellungen von vorher kommen zurück ({settings}).</translation>
    </message>
    <message>
        <source>The settings from before come back.</source>
        <translation>Die Einstellungen von vorher kommen zurück.</translation>
    </message>
    <message>
        <source>{what} What was measured so far is shown.</source>
        <translation>{what} Was bis jetzt gemessen wurde, wird gezeigt.</translation>
    </message>
</context>
<context>
    <name>Welcome</name>
    <message>
        <source>Welcome to Storage Tuner</source>
        <translation>Willkommen bei Storage Tuner</translation>
    </message>
    <message>
        <source>&amp;Try a practice disk…</source>
        <translation>Übungs-Datenträger aus&amp;probieren …</translation>
    </message>
    <message>
        <source>&amp;Look around</source>
        <translation>&amp;Umsehen</translation>
    </message>
    <message>
        <source>It finds out by measurement how a disk or an array should be set up, and sets it up.</source>
        <translation>Es findet durch Messen heraus, wie eine Festplatte oder ein Verbund eingestellt sein sollte, und stellt sie so ein.</translation>
    </message>
    <message>
        <source>Your files stay untouched</source>
        <translation>Ihre Dateien bleiben unberührt</translation>
    </message>
    <message>
        <source>It writes only to files of its own, or to a disk that is empty and that you name yourself.</source>
        <translation>Es schreibt nur in eigene Dateien, oder auf einen Datenträger, der leer ist und den Sie selbst benennen.</translation>
    </message>
    <message>
        <source>Every setting comes back</source>
        <translation>Jede Einstellung kommt zurück</translation>
    </message>
    <message>
        <source>After a stop, a crash or a power cut, too. Only what you keep stays, and that can be put back at any time.</source>
        <translation>Auch nach einem Anhalten, einem Absturz oder einem Stromausfall. Nur was Sie behalten, bleibt, und auch das lässt sich jederzeit zurückholen.</translation>
    </message>
    <message>
        <source>It says so when there is no difference</source>
        <translation>Es sagt, wenn es keinen Unterschied gibt</translation>
    </message>
    <message>
        <source>What is recommended was measured on your disk, with the numbers to prove it.</source>
        <translation>Was empfohlen wird, wurde auf Ihrem Datenträger gemessen, mit den Zahlen als Beleg.</translation>
    </message>
</context>
<context>
    <name>Wording</name>
    <message>
        <source>under 1 minute</source>
        <translation>unter 1 Minute</translation>
    </message>
    <message>
        <source>about 1 minute</source>
        <translation>etwa 1 Minute</translation>
    </message>
    <message>
        <source>about {minutes} minutes</source>
        <translation>etwa {minutes} Minuten</translation>
    </message>
    <message>
        <source>{seconds} s left</source>
        <translation>noch {seconds} s</translation>
    </message>
    <message>
        <source>{duration} left</source>
        <translation>noch {duration}</translation>
    </message>
    <message>
        <source>System disk</source>
        <translation>Systemdatenträger</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>Frei</translation>
    </message>
    <message>
        <source>Desktop</source>
        <translation>Desktop</translation>
    </message>
    <message>
        <source>Many small reads, quick reactions while you work</source>
        <translation>Viele kleine Lesezugriffe, schnelle Reaktionen bei der Arbeit</translation>
    </message>
    <message>
        <source>File server</source>
        <translation>Dateiserver</translation>
    </message>
    <message>
        <source>Several people read and write larger files</source>
        <translation>Mehrere Menschen lesen und schreiben größere Dateien</translation>
    </message>
    <message>
        <source>Database</source>
        <translation>Datenbank</translation>
    </message>
    <message>
        <source>Small random reads and writes, short waits matter</source>
        <translation>Kleine wahlfreie Zugriffe, kurze Wartezeiten zählen</translation>
    </message>
    <message>
        <source>Virtual machines</source>
        <translation>Virtuelle Maschinen</translation>
    </message>
    <message>
        <source>Mixed load from many guests at once</source>
        <translation>Gemischte Last von vielen Gästen zugleich</translation>
    </message>
    <message>
        <source>Backups</source>
        <translation>Sicherungen</translation>
    </message>
    <message>
        <source>Long sequential reads and writes</source>
        <translation>Langes sequenzielles Lesen und Schreiben</translation>
    </message>
    <message>
        <source>Streaming</source>
        <translation>Streaming</translation>
    </message>
    <message>
        <source>Films and music for several viewers at once, without a stop</source>
        <translation>Filme und Musik für mehrere Zuschauer zugleich, ohne Stocken</translation>
    </message>
    <message>
        <source>Mixed work</source>
        <translation>Gemischte Arbeit</translation>
    </message>
    <message>
        <source>A server that does some of everything, mostly small requests</source>
        <translation>Ein Server, der von allem etwas tut, meist mit kleinen Anfragen</translation>
    </message>
    <message>
        <source>Not sure</source>
        <translation>Weiß nicht</translation>
    </message>
    <message>
        <source>Every operation counts the same</source>
        <translation>Jede Operation zählt gleich viel</translation>
    </message>
    <message>
        <source>Quick look</source>
        <translation>Kurzer Blick</translation>
    </message>
    <message>
        <source>Normal</source>
        <translation>Normal</translation>
    </message>
    <message>
        <source>Thorough</source>
        <translation>Gründlich</translation>
    </message>
</context>
<context>
    <name>Work</name>
    <message>
        <source>{name} is being measured by Storage Tuner elsewhere.</source>
        <translation>{name} wird gerade anderswo von Storage Tuner gemessen.</translation>
    </message>
    <message>
        <source>Its settings change while that runs, and come back afterwards. Everything can be looked at; wait until it is done before you tune it.</source>
        <translation>Solange das läuft, ändern sich seine Einstellungen und kommen danach zurück. Alles lässt sich ansehen; warten Sie, bis es fertig ist, bevor Sie ihn einstellen.</translation>
    </message>
    <message>
        <source>{name} is busy with itself: {work}.</source>
        <translation>{name} ist mit sich selbst beschäftigt: {work}.</translation>
    </message>
    <message>
        <source>Everything can be looked at. What is measured now would be wrong, and would slow that work down; wait until it is done before you tune it.</source>
        <translation>Alles lässt sich ansehen. Was jetzt gemessen würde, wäre falsch und würde diese Arbeit bremsen; warten Sie, bis sie fertig ist, bevor Sie ihn einstellen.</translation>
    </message>
</context>
<context>
    <name>WorkloadChoice</name>
    <message>
        <source>&amp;New workload…</source>
        <translation>&amp;Neue Last …</translation>
    </message>
    <message>
        <source>As usu&amp;al</source>
        <translation>Wie ü&amp;blich</translation>
    </message>
    <message>
        <source>Put a workload of your own together</source>
        <translation>Eine eigene Last zusammenstellen</translation>
    </message>
    <message>
        <source>Sequential and random reads and writes, as far as possible</source>
        <translation>Sequenzielles und wahlfreies Lesen und Schreiben, soweit möglich</translation>
    </message>
    <message>
        <source>Nothing is chosen: tick what is to be measured.</source>
        <translation>Nichts ist gewählt: Haken Sie an, was gemessen werden soll.</translation>
    </message>
    <message>
        <source>&amp;Expert: workloads</source>
        <translation>E&amp;xperten: Lasten</translation>
    </message>
    <message>
        <source>Threads are numbers from 1 to {most}, such as 1, 4, 16.</source>
        <translation>Threads sind Zahlen von 1 bis {most}, etwa 1, 4, 16.</translation>
    </message>
    <message>
        <source>Search workloads</source>
        <translation>Lasten suchen</translation>
    </message>
    <message>
        <source>as usual</source>
        <translation>wie üblich</translation>
    </message>
    <message>
        <source>T&amp;hreads</source>
        <translation>T&amp;hreads</translation>
    </message>
    <message>
        <source>Your own</source>
        <translation>Eigene</translation>
    </message>
    <message>
        <source>Single kinds of requests</source>
        <translation>Einzelne Arten von Anfragen</translation>
    </message>
    <message>
        <source>What programs do</source>
        <translation>Was Programme tun</translation>
    </message>
    <message>
        <source>Places on the disk</source>
        <translation>Orte auf dem Datenträger</translation>
    </message>
    <message>
        <source>Side by side</source>
        <translation>Nebeneinander</translation>
    </message>
    <message>
        <source>Folders and files</source>
        <translation>Ordner und Dateien</translation>
    </message>
</context>
<context>
    <name>WorkloadDialog</name>
    <message>
        <source>&amp;Block size</source>
        <translation>&amp;Blockgröße</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>&amp;Name</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>&amp;Speichern</translation>
    </message>
    <message>
        <source>&amp;What it does</source>
        <translation>&amp;Was sie tut</translation>
    </message>
    <message>
        <source>&amp;fsync after so many writes</source>
        <translation>&amp;fsync nach so vielen Schreibzugriffen</translation>
    </message>
    <message>
        <source>A workload of your own</source>
        <translation>Eine eigene Last</translation>
    </message>
    <message>
        <source>At &amp;most, requests a second</source>
        <translation>Höchstens, Anfragen pro Se&amp;kunde</translation>
    </message>
    <message>
        <source>Each write waits &amp;until it&apos;s on the medium</source>
        <translation>Jeder Schreibzugriff wartet, bis er auf dem &amp;Medium ist</translation>
    </message>
    <message>
        <source>Give it a name first.</source>
        <translation>Geben Sie ihr zuerst einen Namen.</translation>
    </message>
    <message>
        <source>It is kept as a file of yours, and can be chosen in the list then.</source>
        <translation>Sie wird als eigene Datei aufgehoben und lässt sich dann in der Liste wählen.</translation>
    </message>
    <message>
        <source>Read and write at random places</source>
        <translation>An zufälligen Stellen lesen und schreiben</translation>
    </message>
    <message>
        <source>Read and write one after the other</source>
        <translation>Der Reihe nach lesen und schreiben</translation>
    </message>
    <message>
        <source>Read at random places</source>
        <translation>An zufälligen Stellen lesen</translation>
    </message>
    <message>
        <source>Read one after the other</source>
        <translation>Der Reihe nach lesen</translation>
    </message>
    <message>
        <source>Requests under way, for each &amp;thread</source>
        <translation>Anfragen zugleich, je &amp;Thread</translation>
    </message>
    <message>
        <source>Share of w&amp;rites</source>
        <translation>Anteil &amp;der Schreibzugriffe</translation>
    </message>
    <message>
        <source>T&amp;hreads</source>
        <translation>T&amp;hreads</translation>
    </message>
    <message>
        <source>Through the &amp;page cache (in folders only)</source>
        <translation>Durch den Se&amp;iten-Cache (nur in Ordnern)</translation>
    </message>
    <message>
        <source>Write at random places</source>
        <translation>An zufälligen Stellen schreiben</translation>
    </message>
    <message>
        <source>Write one after the other</source>
        <translation>Der Reihe nach schreiben</translation>
    </message>
    <message>
        <source>as chosen in the plan</source>
        <translation>wie im Plan gewählt</translation>
    </message>
    <message>
        <source>never</source>
        <translation>nie</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>ohne Grenze</translation>
    </message>
</context>
<context>
    <name>WorkloadTree</name>
    <message>
        <source>Columns</source>
        <translation>Spalten</translation>
    </message>
    <message>
        <source>What it shows</source>
        <translation>Was sie zeigt</translation>
    </message>
    <message>
        <source>Workload</source>
        <translation>Last</translation>
    </message>
    <message>
        <source>Workloads to be measured</source>
        <translation>Lasten, die gemessen werden</translation>
    </message>
</context>
</TS>
