<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>Advice</name>
    <message numerus="yes">
        <source>Of settings that don&apos;t exist any more: %n rule(s)</source>
        <translation>
            <numerusform>Of settings that don&apos;t exist any more: %n rule</numerusform>
            <numerusform>Of settings that don&apos;t exist any more: %n rules</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>What is published: %n rule(s)</source>
        <translation>
            <numerusform>What is published: %n rule</numerusform>
            <numerusform>What is published: %n rules</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Badges</name>
    <message numerus="yes">
        <source>%n change(s)</source>
        <translation>
            <numerusform>%n change</numerusform>
            <numerusform>%n changes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Benchmark</name>
    <message numerus="yes">
        <source>%n run(s) of each test</source>
        <translation>
            <numerusform>%n run of each test</numerusform>
            <numerusform>%n runs of each test</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>GoingOnOffer</name>
    <message numerus="yes">
        <source>%n slice(s) are kept. Resume measures the rest of that plan, in whole rounds; Start over begins from nothing.</source>
        <translation>
            <numerusform>%n slice is kept. Resume measures the rest of that plan, in whole rounds; Start over begins from nothing.</numerusform>
            <numerusform>%n slices are kept. Resume measures the rest of that plan, in whole rounds; Start over begins from nothing.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>History</name>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n more</numerusform>
            <numerusform>%n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>HistoryFilter</name>
    <message numerus="yes">
        <source>%n result(s)</source>
        <translation>
            <numerusform>%n result</numerusform>
            <numerusform>%n results</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>HistoryTab</name>
    <message numerus="yes">
        <source>%n readable result(s) moved to a new file.</source>
        <translation>
            <numerusform>%n readable result moved to a new file.</numerusform>
            <numerusform>%n readable results moved to a new file.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n result(s) chosen</source>
        <translation>
            <numerusform>%n result chosen</numerusform>
            <numerusform>%n results chosen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n result(s) of an earlier version can&apos;t be read.</source>
        <translation>
            <numerusform>%n result of an earlier version can&apos;t be read.</numerusform>
            <numerusform>%n results of an earlier version can&apos;t be read.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Importing … ({done} of %n file(s) done)</source>
        <translation>
            <numerusform>Importing … ({done} of %n file done)</numerusform>
            <numerusform>Importing … ({done} of %n files done)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ImportedDialog</name>
    <message numerus="yes">
        <source>%n place(s) couldn&apos;t be understood; the rest is imported.</source>
        <translation>
            <numerusform>%n place couldn&apos;t be understood; the rest is imported.</numerusform>
            <numerusform>%n places couldn&apos;t be understood; the rest is imported.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n result(s) imported</source>
        <translation>
            <numerusform>%n result imported</numerusform>
            <numerusform>%n results imported</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message numerus="yes">
        <source>%n device(s)</source>
        <translation>
            <numerusform>%n device</numerusform>
            <numerusform>%n devices</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PublishedCard</name>
    <message numerus="yes">
        <source>%n more say(s) the same.</source>
        <translation>
            <numerusform>%n more says the same.</numerusform>
            <numerusform>%n more say the same.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Removing</name>
    <message numerus="yes">
        <source>%n result(s) brought back.</source>
        <translation>
            <numerusform>%n result brought back.</numerusform>
            <numerusform>%n results brought back.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n result(s) moved to the trash.</source>
        <translation>
            <numerusform>%n result moved to the trash.</numerusform>
            <numerusform>%n results moved to the trash.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete %n result(s) for good?</source>
        <translation>
            <numerusform>Delete %n result for good?</numerusform>
            <numerusform>Delete %n results for good?</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ResultStep</name>
    <message numerus="yes">
        <source>&amp;Measure %n more minute(s)</source>
        <translation>
            <numerusform>&amp;Measure %n more minute</numerusform>
            <numerusform>&amp;Measure %n more minutes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Standing</name>
    <message numerus="yes">
        <source>%n of {most} round(s)</source>
        <translation>
            <numerusform>%n of {most} round</numerusform>
            <numerusform>%n of {most} rounds</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n round(s)</source>
        <translation>
            <numerusform>%n round</numerusform>
            <numerusform>%n rounds</numerusform>
        </translation>
    </message>
</context>
</TS>
